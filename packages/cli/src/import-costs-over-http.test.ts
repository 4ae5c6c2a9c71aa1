import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { kinds } from '@svc/model'
import type { FocusSummary } from '@svc/server'
import { createFixtures, onEachEngine, useApp } from '@svc/server/testing'
import { charge, focusCsv } from './testing/focus-rows.ts'
import { jsonOf, scratchDir } from './testing/run-svc.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async () => {
    const organisation = await app.organisation()
    const { make } = createFixtures({ app, organisation })
    const names = new Map<unknown, string>()
    for (const name of ['Shop', 'Ledger']) names.set((await make(kinds.project, { name })).id, name)
    /** By what differs between organisations only in its ids. */
    const entries = async () =>
      ((await organisation.owner.get('/costs/entries?limit=1000')).body.entries as readonly Entry[])
        .map(({ appId, service, amountCents, currency, periodStart, importId }) =>
          [names.get(appId) ?? null, service, amountCents, currency, periodStart, importId].join(),
        )
        .sort()
    return { organisation, entries }
  }

  test('a file makes the same entries over HTTP and by the command', async (t) => {
    const rows = Array.from({ length: 500 }, (_, n) =>
      charge(1 + (n % 28), `${n}.${n}7`, {
        ServiceName: `S${n % 9}`,
        BillingCurrency: n % 50 === 0 ? 'EUR' : 'USD',
        Tags: JSON.stringify({ app: ['shop', 'ledger', 'chekout'][n % 3] }),
        SubAccountId: n % 7 === 0 ? '12' : '',
      }),
    )
    const file = join(await scratchDir(t), 'focus.csv.gz')
    const bytes = gzipSync(focusCsv([...rows, charge(3, 'x')]))
    await writeFile(file, bytes)
    const [byCommand, overHttp] = [await newScene(), await newScene()]
    const { dataDir, databaseUrl } = app.location
    const place = databaseUrl ? ['--database-url', databaseUrl] : ['--data-dir', dataDir]
    const flags = [...place, '--org', byCommand.organisation.id, '--tag', 'app', '--account', '12=Ledger']
    const done = await jsonOf<FocusSummary>(['import', 'costs', file, ...flags])
    const { status, body } = await overHttp.organisation.owner.send(
      'POST',
      '/imports/costs?dryRun=false&tag=app&accounts=12=Ledger&part=focus.csv.gz',
      bytes,
      { 'content-type': 'application/gzip' },
    )
    assert.equal(status, 200)
    for (const key of ['rows', 'entries', 'totals', 'imports', 'refused', 'periods', 'unattributed'] as const)
      assert.deepEqual(body[key], done[key], key)
    assert.ok(done.refusedCount === 1 && done.entries > 100)
    assert.deepEqual(await overHttp.entries(), await byCommand.entries())
  })
})

interface Entry {
  readonly appId: string | null
  readonly service: string
  readonly amountCents: number
  readonly currency: string
  readonly periodStart: string
  readonly importId: string
}
