import type { CallAnswer } from '@svc/client'
import { type Criticality, type EdgeEnd, type EntityKind, kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useMode } from '../../session/mode.tsx'
import { keyOf } from '../../api/records.ts'

export type Health = 'met' | 'atRisk' | 'breached'

export interface GraphNode {
  readonly kind: EntityKind
  readonly id: string
  readonly name: string
  readonly ownerTeamId: string | null
  readonly ownerTeamName: string | null
  readonly lifecycle: string | null
  /** Neither archived nor retired. */
  readonly active: boolean
  readonly sloStatus: Health | null
  /** How many of its SLOs have no status. */
  readonly unknownSlos: number
  readonly openCriticalIssues: number
  readonly onCall: {
    readonly bindingId: string
    readonly userName: string
    readonly userEmail: string | null
    readonly userUid: string | null
  } | null
  readonly distance: number
}

export interface GraphEdge {
  readonly id: string
  readonly fromId: string
  readonly toId: string
  readonly type: string
  readonly criticality: Criticality
  readonly hitEnd: EdgeEnd
  /** The field that says so; null for an edge that somebody wrote down. */
  readonly relation: string | null
}

/** Who is hit, and by whose failure: what the two ends mean, whichever way round an edge is written. */
export const hitOf = ({ fromId, toId, hitEnd }: GraphEdge): string => (hitEnd === 'from' ? fromId : toId)
export const failingOf = ({ fromId, toId, hitEnd }: GraphEdge): string => (hitEnd === 'from' ? toId : fromId)

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly truncated: boolean
}

export interface HitNode extends GraphNode {
  readonly criticality: Criticality
}

export interface Impact {
  readonly of: GraphNode
  readonly entities: readonly HitNode[]
  readonly inactive: readonly HitNode[]
  readonly teams: readonly { readonly id: string; readonly name: string; readonly entities: number }[]
  readonly onCall: readonly {
    readonly userName: string
    readonly userEmail: string | null
    readonly entities: number
  }[]
  readonly slos: readonly {
    readonly id: string
    readonly name: string
    readonly status: Health | null
    readonly errorBudgetPercentUsed: number | null
  }[]
  readonly truncated: boolean
  readonly leftOut: number
  readonly leftOutIsExact: boolean
}

// The schemas of the two operations in the model say that their answers look like this.
export const asGraph = (answer: CallAnswer<'getGraph'>): Graph => answer as unknown as Graph
export const asImpact = (answer: CallAnswer<'getImpact'>): Impact => answer as unknown as Impact

/** An entity, as `component:prj_…`, and all that is one step away from it. */
export function useNeighbours(entity: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.dependency), 'neighbours', entity],
    queryFn: async ({ signal }) =>
      asGraph(await client.call('getGraph', { query: { root: entity, depth: 1 }, signal })),
  })
}

/** How many are hit if it fails, without listing them. */
export function useImpactCount(entity: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.dependency), 'neighbours', entity, 'count'],
    queryFn: async ({ signal }) =>
      asImpact(await client.call('getImpact', { query: { of: entity, limit: 1 }, signal })),
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
