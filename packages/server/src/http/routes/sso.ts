import { kinds } from '@svc/model'
import { type Context, recordsOf, writeTo } from '../../services/context.ts'
import { updateRecord } from '../../services/records.ts'
import type { Held } from '../../store/table.ts'
import { notModified } from '../answer.ts'
import { isCurrent, readIfMatch } from '../conditional.ts'
import type { Handler } from '../exchange.ts'
import { recordAnswer } from './kind-routes.ts'

/** One record for each organisation, which has no id in its address. */
export const ssoHandlers = {
  getSsoSettings: async (exchange) => {
    const { ctx, ifNoneMatch } = exchange
    const answer = await recordAnswer(ctx, kinds.ssoSettings, await ssoSettings(ctx), 200)
    return isCurrent(ifNoneMatch, answer.etag ?? '') ? notModified(answer.etag ?? '') : answer
  },

  updateSsoSettings: async ({ ctx, body, ifMatch: header }) => {
    const ifMatch = readIfMatch(header)
    const id = String((await ssoSettings(ctx)).record.id)
    const held = await writeTo(ctx, kinds.ssoSettings, (change) =>
      updateRecord(ctx, change, kinds.ssoSettings, {
        id,
        input: body as Readonly<Record<string, unknown>>,
        ifMatch,
      }),
    )
    return recordAnswer(ctx, kinds.ssoSettings, held, 200)
  },
} satisfies Record<string, Handler>

async function ssoSettings(ctx: Context): Promise<Held> {
  const [held] = await recordsOf(ctx, kinds.ssoSettings).list(kinds.ssoSettings, { where: [], limit: 1 })
  if (!held) throw new Error('The organisation has no SSO settings.')
  return held
}
