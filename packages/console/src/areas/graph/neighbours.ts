import type { CallAnswer } from '@svc/client'
import { type GraphEdge, kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useMode } from '../../session/mode.tsx'
import { keyOf } from '../../api/records.ts'

export type { GraphEdge, GraphNode, HitNode } from '@svc/model'

export type Graph = CallAnswer<'getGraph'>
export type Impact = CallAnswer<'getImpact'>
export type Health = NonNullable<Graph['nodes'][number]['sloStatus']>

/** Who is hit, and by whose failure: what the two ends mean, whichever way round an edge is written. */
export const hitOf = ({ fromId, toId, hitEnd }: GraphEdge): string => (hitEnd === 'from' ? fromId : toId)
export const failingOf = ({ fromId, toId, hitEnd }: GraphEdge): string => (hitEnd === 'from' ? toId : fromId)

/** An entity, as `component:prj_…`, and all that is one step away from it. */
export function useNeighbours(entity: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.dependency), 'neighbours', entity],
    queryFn: ({ signal }) => client.call('getGraph', { query: { root: entity, depth: 1 }, signal }),
  })
}

/** How many are hit if it fails, without listing them. */
export function useImpactCount(entity: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.dependency), 'neighbours', entity, 'count'],
    queryFn: ({ signal }) => client.call('getImpact', { query: { of: entity, limit: 1 }, signal }),
    select: hitCount,
  })
}

/** As many as are listed, and as are not. */
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

/** Those that a failure of an entity hits at once, each once; what is archived or retired is not counted. */
export function hitDirectly({ nodes, edges }: Graph, id: string): number {
  const active = new Set(nodes.filter((node) => node.active).map((node) => node.id))
  return new Set(edges.filter((edge) => failingOf(edge) === id && active.has(hitOf(edge))).map(hitOf)).size
}

/** Those whose failure hits an entity at once. */
export function neededDirectly({ nodes, edges }: Graph, id: string): number {
  const active = new Set(nodes.filter((node) => node.active).map((node) => node.id))
  return new Set(edges.filter((edge) => hitOf(edge) === id && active.has(failingOf(edge))).map(failingOf))
    .size
}
