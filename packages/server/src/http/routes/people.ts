import { kinds, responsibilityLimits } from '@svc/model'
import { handOver } from '../../services/people/hand-over.ts'
import { responsibilitiesOf } from '../../services/people/responsibilities.ts'
import { json } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { workOnce } from '../idempotency.ts'
import { tagged } from './tagged.ts'

/** What members are responsible for, and how it is handed over. */
export const peopleHandlers = {
  getResponsibilities: async (exchange) => {
    const { ctx, params, query } = exchange
    const { limit = responsibilityLimits.defaultShown } = query
    return tagged(exchange, await responsibilitiesOf(ctx, params.uid, limit))
  },

  // The key is stored with the records that it moves, which belong to one mode.
  handOver: (exchange) =>
    workOnce(exchange, kinds.team, async () => {
      const { ctx, params, body } = exchange
      return json(200, await handOver(ctx, params.uid, body))
    }),
} satisfies Partial<SpecialHandlers>
