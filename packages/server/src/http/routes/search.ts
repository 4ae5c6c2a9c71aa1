import { invalid, maxNames } from '@svc/model'
import { namesOf } from '../../services/search/names.ts'
import { search } from '../../services/search/search.ts'
import type { Handler } from '../exchange.ts'
import { tagged } from './tagged.ts'

export const searchHandlers = {
  searchEverything: async (exchange) => {
    const { ctx, query } = exchange
    const kind = query.kind === undefined ? undefined : String(query.kind)
    const request = { q: String(query.q), kind, limit: Number(query.limit ?? 8) }
    return tagged(exchange, { results: await search(ctx, request) })
  },

  getNames: async (exchange) => {
    const ids = String(exchange.query.ids).split(',')
    if (ids.length > maxNames) throw invalid('ids', `must be at most ${maxNames}, not ${ids.length}`)
    return tagged(exchange, { names: await namesOf(exchange.ctx, ids) })
  },
} satisfies Record<string, Handler>
