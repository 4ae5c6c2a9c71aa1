import { graphLimits } from '@svc/model'
import { entityIn } from '../../services/graph/entity.ts'
import { readGraph } from '../../services/graph/graph.ts'
import { readImpact } from '../../services/graph/impact.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { jsonInTurns } from '../json-in-turns.ts'
import { taggedBytes } from './tagged.ts'

/** What depends on what, and the impact of a failure. */
export const graphHandlers = {
  getGraph: async (exchange) => {
    const { ctx, query } = exchange
    const { root, direction = 'both', depth = 3, limit = graphLimits.defaultNodes, types } = query
    const graph = await readGraph(ctx, {
      direction,
      depth,
      limit,
      ...(root !== undefined && { root: await entityIn(ctx, 'root', root) }),
      ...(types !== undefined && { types: types.split(',') }),
    })
    return taggedBytes(exchange, await jsonInTurns(graph))
  },

  getImpact: async (exchange) => {
    const { ctx, query } = exchange
    const { of, limit = graphLimits.nodes, depth } = query
    const failing = await entityIn(ctx, 'of', of)
    const impact = await readImpact(ctx, { failing, limit, ...(depth !== undefined && { depth }) })
    return taggedBytes(exchange, await jsonInTurns(impact))
  },
} satisfies Partial<SpecialHandlers>
