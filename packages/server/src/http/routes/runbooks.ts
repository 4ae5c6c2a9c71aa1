import { relatedRunbooks } from '../../services/runbooks/related.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { tagged } from './tagged.ts'

export const runbookHandlers = {
  listRelatedRunbooks: async (exchange) =>
    tagged(exchange, await relatedRunbooks(exchange.ctx, exchange.query.of)),
} satisfies Partial<SpecialHandlers>
