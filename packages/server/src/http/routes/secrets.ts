import { kinds } from '@svc/model'
import { writeTo } from '../../services/context.ts'
import { createSecret, setSecretValue } from '../../services/vault/items.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { writeOnce } from '../idempotency.ts'
import { readIfMatch } from '../tags.ts'
import { recordAnswer } from './kind-routes.ts'

/** Values go in here, and none come out. */
export const secretHandlers = {
  createSecret: (exchange) =>
    writeOnce(
      exchange,
      kinds.secret,
      async (change) => {
        const { ctx, services, body } = exchange
        const stored = await createSecret(ctx, change, services.vault, body)
        const answer = await recordAnswer(exchange, kinds.secret, stored, 201)
        return { ...answer, headers: { location: `/v1${kinds.secret.path}/${stored.record.id}` } }
      },
      { holdsSecret: true },
    ),

  setSecretValue: async (exchange) => {
    const { ctx, services, params, body } = exchange
    const ifMatch = readIfMatch(exchange.ifMatch, ctx.caller, kinds.secret)
    const request = { id: params.secretId, ifMatch, given: body }
    const stored = await writeTo(ctx, kinds.secret, (change) =>
      setSecretValue(change, services.vault, request),
    )
    return recordAnswer(exchange, kinds.secret, stored, 200)
  },
} satisfies Partial<SpecialHandlers>
