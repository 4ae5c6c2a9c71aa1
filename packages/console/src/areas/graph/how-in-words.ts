import { inWords } from '@svc/model'
import type { GraphEdge, GraphNode } from './neighbours.ts'

/** How an edge joins two entities, and whether that counts in full. */
export const howInWords = (
  { type, criticality }: Pick<GraphEdge, 'type' | 'criticality'>,
  other?: Pick<GraphNode, 'active'>,
): string =>
  [inWords(type), criticality === 'soft' && 'soft', other?.active === false && 'archived or retired']
    .filter(Boolean)
    .join(', ')
