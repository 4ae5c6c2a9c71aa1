import type { CallAnswer } from '@svc/client'
import { type EntityKind, kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useMode } from '../app/mode.tsx'
import { keyOf } from './records.ts'

export type Health = 'met' | 'atRisk' | 'breached'

export interface GraphNode {
  readonly kind: EntityKind
  readonly id: string
  readonly name: string
  readonly ownerTeamId: string | null
  readonly ownerTeamName: string | null
  readonly lifecycle: string | null
  readonly sloStatus: Health | null
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
}

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly truncated: boolean
}

export interface Impact {
  readonly of: GraphNode
  readonly entities: readonly GraphNode[]
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
