import type { CallAnswer } from '@svc/client'
import type { GraphEdge, GraphNode } from '@svc/model'

export type { GraphEdge, GraphNode, HitNode } from '@svc/model'

export type Graph = CallAnswer<'getGraph'>
export type Impact = CallAnswer<'getImpact'>
export type Health = NonNullable<Graph['nodes'][number]['sloStatus']>

/** What is affected, and by whose failure: the meaning of the two ends, whichever way round an edge is stored. */
export const hitOf = ({ fromId, toId, hitEnd }: GraphEdge): string => (hitEnd === 'from' ? fromId : toId)
export const failingOf = ({ fromId, toId, hitEnd }: GraphEdge): string => (hitEnd === 'from' ? toId : fromId)

/** Those listed and those left out. */
export const hitCount = ({ entities, leftOut, leftOutIsExact }: Impact): HitCount => ({
  hit: entities.length + leftOut,
  isExact: leftOutIsExact,
})

export interface HitCount {
  readonly hit: number
  readonly isExact: boolean
}

export const countInWords = ({ hit, isExact }: HitCount): string =>
  `${isExact ? '' : 'at least '}${hit.toLocaleString()}`

/** How many the failure of an entity affects directly, each once; archived and retired ones are not counted. */
export function hitDirectly({ nodes, edges }: Graph, id: string): number {
  const active = new Set(nodes.filter((node) => node.active).map((node) => node.id))
  return new Set(edges.filter((edge) => failingOf(edge) === id && active.has(hitOf(edge))).map(hitOf)).size
}

/** How many entities it directly depends on. */
export function neededDirectly({ nodes, edges }: Graph, id: string): number {
  const active = new Set(nodes.filter((node) => node.active).map((node) => node.id))
  return new Set(edges.filter((edge) => hitOf(edge) === id && active.has(failingOf(edge))).map(failingOf))
    .size
}

/** Whether a failure reaches none of them without passing a soft edge. */
export const isSoftHit = (nodes: readonly GraphNode[]): boolean =>
  nodes.length > 0 && nodes.every((node) => 'criticality' in node && node.criticality === 'soft')
