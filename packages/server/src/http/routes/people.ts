import { kinds, responsibilityLimits } from '@svc/model'
import { writeTo } from '../../services/context.ts'
import { setContacts } from '../../services/people/contacts.ts'
import { handOver } from '../../services/people/hand-over.ts'
import { responsibilitiesOf } from '../../services/people/responsibilities.ts'
import { json } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { workOnce } from '../idempotency.ts'
import { readIfMatch } from '../tags.ts'
import { recordAnswer } from './kind-routes.ts'
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

  setContacts: async (exchange) => {
    const { ctx, params, body } = exchange
    const ifMatch = readIfMatch(exchange.ifMatch, ctx.caller, kinds.user)
    const stored = await writeTo(ctx, kinds.user, (change) =>
      setContacts(change, ctx.caller, { uid: params.uid, contacts: body.contacts, ifMatch }),
    )
    return recordAnswer(exchange, kinds.user, stored, 200)
  },
} satisfies Partial<SpecialHandlers>
