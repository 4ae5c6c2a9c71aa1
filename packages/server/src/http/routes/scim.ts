import { kinds, shown } from '@svc/model'
import { writeTo } from '../../services/context.ts'
import { scimStatus } from '../../services/scim/status.ts'
import { createScimToken, revokeScimToken } from '../../services/scim/tokens.ts'
import { json, noContent } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { writeOnce } from '../idempotency.ts'
import { readIfMatch } from '../tags.ts'
import { narrowed, tagged } from './tagged.ts'

/** The tokens of directories, and what they have done lately. */
export const scimHandlers = {
  listScimTokens: (exchange) => narrowed(exchange, 'scimTokens', kinds.scimToken, []),

  createScimToken: (exchange) =>
    writeOnce(
      exchange,
      kinds.scimToken,
      async (change) => {
        const { record, secret } = await createScimToken(exchange.ctx, change, exchange.body)
        return json(201, { ...shown(kinds.scimToken, record), token: secret })
      },
      { holdsSecret: true },
    ),

  deleteScimToken: async ({ ctx, params, ifMatch: header }) => {
    const precondition = { id: params.scimTokenId, ifMatch: readIfMatch(header, ctx.caller, kinds.scimToken) }
    await writeTo(ctx, kinds.scimToken, (change) => revokeScimToken(change, precondition))
    return noContent
  },

  getScimStatus: async (exchange) => {
    const { ctx, services } = exchange
    return tagged(exchange, await scimStatus(ctx, services))
  },
} satisfies Partial<SpecialHandlers>
