import { accountsIn, invalid, kinds } from '@svc/model'
import { importDocuments } from '../../services/backstage/import-documents.ts'
import { inTurn, readFile, reportOf } from '../../services/focus/import-file.ts'
import { json } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { workOnce, writeOnce } from '../idempotency.ts'

export const importHandlers = {
  importBackstage: (exchange) =>
    workOnce(exchange, kinds.project, async () =>
      json(200, await importDocuments(exchange.ctx, exchange.body)),
    ),

  importCosts: (exchange) =>
    inTurn(exchange.ctx, async () => {
      const { ctx, query, file } = exchange
      const read = await readFile(ctx, {
        files: [{ part: query.part ?? null, bytes: file.bytes }],
        signal: file.signal,
        basis: query.cost ?? 'effective',
        source: query.source ?? 'focus',
        tag: query.tag || undefined,
        accounts: readAccounts(query.accounts),
        isWhole: query.whole === 'true',
        isStrict: query.strict === 'true',
        plan: query.plan,
      })
      try {
        return query.dryRun === 'false'
          ? await writeOnce(exchange, kinds.costEntry, async (change) =>
              json(200, reportOf(await read.replace(change), false)),
            )
          : await workOnce(exchange, kinds.costEntry, async () =>
              json(200, reportOf(await read.compare(), true)),
            )
      } finally {
        read.close()
      }
    }),
} satisfies Partial<SpecialHandlers>

function readAccounts(text = ''): ReadonlyMap<string, string> {
  if (text === '') return new Map()
  const accounts = accountsIn(text)
  if (!('wrong' in accounts)) return accounts
  throw invalid(
    'accounts',
    `must be of the form 1234=checkout,5678=prj_…, not ${JSON.stringify(accounts.wrong)}`,
  )
}
