import { invalid, kindNamed, maxNames } from '@svc/model'
import { namesOf } from '../../services/search/names.ts'
import { readFacets } from '../../services/search/facets.ts'
import { searchAsked } from '../../services/query/search-asked.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { tagged } from './tagged.ts'

export const searchHandlers = {
  searchEverything: async (exchange) => {
    const { ctx, query } = exchange
    const { limit = 8 } = query
    return tagged(
      exchange,
      await searchAsked(ctx, { q: query.q, query: query.query, kind: query.kind, limit }),
    )
  },

  getNames: async (exchange) => {
    const ids = exchange.query.ids.split(',')
    if (ids.length > maxNames) throw invalid('ids', `must be at most ${maxNames}, not ${ids.length}`)
    return tagged(exchange, { names: await namesOf(exchange.ctx, ids) })
  },

  getFacets: async (exchange) => {
    const { kind, ...filters } = exchange.query
    return tagged(exchange, await readFacets(exchange.ctx, kindNamed(kind), filters))
  },
} satisfies Partial<SpecialHandlers>
