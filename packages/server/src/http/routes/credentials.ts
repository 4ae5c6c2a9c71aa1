import { kinds, shown } from '@svc/model'
import { writeTo } from '../../services/context.ts'
import {
  createApiKey,
  createToken,
  ofMode,
  ownTokens,
  revokeApiKey,
  revokeToken,
} from '../../services/identity/credentials.ts'
import { decidingSession } from '../../services/sign-in/deciding-session.ts'
import { json, noContent } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { writeOnce } from '../idempotency.ts'
import { readIfMatch } from '../tags.ts'
import { describeCaller } from './me.ts'
import { narrowed, tagged } from './tagged.ts'

export const credentialHandlers = {
  getMe: async (exchange) => tagged(exchange, await describeCaller(exchange.ctx)),

  listTokens: (exchange) => narrowed(exchange, 'tokens', kinds.token, ownTokens(exchange.ctx.caller)),

  createToken: async (exchange) => {
    const { store, caller } = exchange.ctx
    if (caller.credential.type === 'session') await decidingSession(store, caller)
    return writeOnce(
      exchange,
      kinds.token,
      async (change) => {
        const { record, secret } = await createToken(exchange.ctx, change, exchange.body)
        return json(201, { ...shown(kinds.token, record), token: secret })
      },
      { holdsSecret: true },
    )
  },

  deleteToken: async ({ ctx, params, ifMatch: header }) => {
    const precondition = { id: params.tokenId, ifMatch: readIfMatch(header, ctx.caller, kinds.token) }
    await writeTo(ctx, kinds.token, (change) => revokeToken(ctx, change, precondition))
    return noContent
  },

  listApiKeys: (exchange) => narrowed(exchange, 'apiKeys', kinds.apiKey, ofMode(exchange.ctx.caller)),

  createApiKey: (exchange) =>
    writeOnce(
      exchange,
      kinds.apiKey,
      async (change) => {
        const { record, secret } = await createApiKey(exchange.ctx, change, exchange.body)
        return json(201, { ...shown(kinds.apiKey, record), key: secret })
      },
      { holdsSecret: true },
    ),

  deleteApiKey: async ({ ctx, params, ifMatch: header }) => {
    const precondition = { id: params.keyId, ifMatch: readIfMatch(header, ctx.caller, kinds.apiKey) }
    await writeTo(ctx, kinds.apiKey, (change) => revokeApiKey(ctx, change, precondition))
    return noContent
  },
} satisfies Partial<SpecialHandlers>
