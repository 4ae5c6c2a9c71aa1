import { CatalogError } from '@svc/model'
import { type CheckKept, factsIn, keepSpec, removeSpec } from '../../services/specs/kept.ts'
import { keptAnswer, openSpec } from '../../services/specs/read-spec.ts'
import { json, noContent } from '../answer.ts'
import type { Exchange, SpecialHandlers } from '../exchange.ts'
import { checkMatches, etagOf, tagged } from './tagged.ts'

export const specHandlers = {
  getApiSpec: async (exchange) => {
    const { ctx, params, services, memory, response } = exchange
    const spec = await openSpec(ctx, services.fetchSpec, params.apiId)
    // Its size is known only now: a large one waits until there is memory for its answer.
    await memory.enlarge(ctx.caller, response, spec.size)
    return tagged(exchange, await spec.read())
  },

  putApiSpec: async (exchange) => {
    const { ctx, params, body } = exchange
    const kept = await keepSpec(ctx, params.apiId, { spec: body.spec, check: checkFor(exchange) })
    // Of what a read answers now: whoever put it there can take it back without reading it.
    const etag = etagOf(exchange, keptAnswer(ctx, params.apiId, kept))
    return json(200, factsIn(kept), { etag })
  },

  deleteApiSpec: async (exchange) => {
    await removeSpec(exchange.ctx, exchange.params.apiId, checkFor(exchange))
    return noContent
  },
} satisfies Partial<SpecialHandlers>

/** An If-Match names what is kept: nothing here changes what is published elsewhere. */
const checkFor = (exchange: Exchange): CheckKept | undefined =>
  exchange.ifMatch === undefined
    ? undefined
    : (kept) => {
        if (!kept)
          throw new CatalogError(
            'precondition_failed',
            'No specification is kept for this API, so If-Match matches none. Leave it out.',
          )
        checkMatches(exchange, keptAnswer(exchange.ctx, exchange.params.apiId ?? '', kept))
      }
