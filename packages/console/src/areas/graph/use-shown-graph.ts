import { useMemo } from 'react'
import type { Graph, Impact } from './neighbours.ts'
import { graphOfImpact, useGraph, useImpactGraph } from './graph-data.ts'
import type { GraphSearch } from './graph-search.ts'

interface ShownGraph {
  readonly graph: Graph | undefined
  readonly impact: Impact | undefined
  /** Every type of edge that could be chosen here. */
  readonly types: readonly string[]
  readonly error: Error | null
  retry(): void
}

/** What the page was asked for: a part of the graph, or who is hit. */
export function useShownGraph(search: GraphSearch): ShownGraph {
  const { root, types, isImpact } = search
  const plain = useGraph(search, { isEnabled: !isImpact })
  const unfiltered = useGraph({ ...search, types: [] }, { isEnabled: !isImpact && types.length > 0 })
  const { impact, edges } = useImpactGraph(isImpact ? root : undefined)
  const known = (types.length > 0 ? unfiltered : plain).data?.edges ?? []
  const hit = impact.data
  const hitGraph = useMemo(() => hit && graphOfImpact(hit, edges), [hit, edges])
  const asked = isImpact ? impact : plain
  return {
    graph: isImpact ? hitGraph : plain.data,
    impact: isImpact ? hit : undefined,
    types: [...new Set([...types, ...known.map(({ type }) => type)])].sort(),
    error: asked.error,
    retry: () => void asked.refetch(),
  }
}
