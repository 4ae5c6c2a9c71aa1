import { useMemo } from 'react'
import type { Graph, Impact } from './neighbours.ts'
import { graphOfImpact, useGraph, useImpactGraph } from './graph-data.ts'
import type { GraphSearch } from './graph-search.ts'

interface ShownGraph {
  readonly graph: Graph | undefined
  readonly impact: Impact | undefined
  /** Every edge type that can be chosen here. */
  readonly types: readonly string[]
  readonly error: Error | null
  retry(): void
}

/** What the page shows: a part of the graph, or what is affected by a failure. */
export function useShownGraph(search: GraphSearch): ShownGraph {
  const { root, types, isImpact } = search
  const plain = useGraph(search, { isEnabled: !isImpact })
  const unfiltered = useGraph({ ...search, types: [] }, { isEnabled: !isImpact && types.length > 0 })
  const { impact, edges } = useImpactGraph(isImpact ? root : undefined)
  const known = (types.length > 0 ? unfiltered : plain).data?.edges ?? []
  const hit = impact.data
  const hitGraph = useMemo(() => hit && graphOfImpact(hit, edges), [hit, edges])
  const current = isImpact ? impact : plain
  return {
    graph: isImpact ? hitGraph : plain.data,
    impact: isImpact ? hit : undefined,
    types: [...new Set([...types, ...known.map(({ type }) => type)])].sort(),
    error: current.error,
    retry: () => void current.refetch(),
  }
}
