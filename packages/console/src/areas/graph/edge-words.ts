import { inWords } from '@svc/model'
import type { GraphEdge, GraphNode } from './graph.ts'

/** How two entities are connected, and whether the edge counts in full. */
export const edgeInWords = (
  { type, criticality }: Pick<GraphEdge, 'type' | 'criticality'>,
  other?: Pick<GraphNode, 'active'>,
): string =>
  [inWords(type), criticality === 'soft' && 'soft', other?.active === false && 'archived or retired']
    .filter(Boolean)
    .join(', ')
