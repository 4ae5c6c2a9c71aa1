import { kinds, maxPage } from '@svc/model'
import { listDeleted } from '../../services/deleted/list.ts'
import { restoreDeleted } from '../../services/deleted/restore.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { writeOnce } from '../idempotency.ts'
import { recordAnswer } from './kind-routes.ts'
import { tagged } from './tagged.ts'

/** What was deleted, and how it comes back. */
export const deletedHandlers = {
  listDeleted: async (exchange) => {
    const { ctx, query } = exchange
    const { kind, limit, cursor } = query
    const { deleted, nextCursor } = await listDeleted(ctx, { kind, limit: limit ?? maxPage, cursor })
    const isWhole = limit === undefined && cursor === undefined && nextCursor === null
    return tagged(exchange, isWhole ? { deleted } : { deleted, nextCursor })
  },

  // Any kind of the mode: all of them are in one log.
  restoreDeleted: (exchange) =>
    writeOnce(exchange, kinds.project, async (change) => {
      const { ctx, params } = exchange
      const { kind, stored } = await restoreDeleted(ctx, change, params.eventId)
      return recordAnswer(exchange, kind, stored, 200)
    }),
} satisfies Partial<SpecialHandlers>
