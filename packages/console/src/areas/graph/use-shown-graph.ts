import { useMemo } from 'react'
import type { Graph, Impact } from './graph.ts'
import { graphOfImpact, useGraph, useImpactGraph } from './graph-data.ts'
import type { GraphSearch } from './graph-search.ts'
import { type FoundPaths, usePaths } from './use-paths.ts'

export interface ShownGraph {
  readonly graph: Graph | undefined
  readonly impact: Impact | undefined
  /** Where paths were asked for. */
  readonly found: FoundPaths | undefined
  /** Every edge type that can be chosen here. */
  readonly types: readonly string[]
  readonly error: Error | null
  retry(): void
}

/** What the page shows: a part of the graph, the paths between two entities, or what is affected by a failure. */
export function useShownGraph(search: GraphSearch): ShownGraph {
  const { root, to, types, isImpact, reach } = search
  const isPlain = !isImpact && to === undefined
  const plain = useGraph(search, { isEnabled: isPlain })
  const unfiltered = useGraph({ ...search, types: [] }, { isEnabled: isPlain && types.length > 0 })
  const { impact, edges } = useImpactGraph(isImpact ? root : undefined, reach)
  const found = usePaths(root, to)
  const known = (types.length > 0 ? unfiltered : plain).data?.edges ?? []
  const hit = impact.data
  const hitGraph = useMemo(() => hit && graphOfImpact(hit, edges), [hit, edges])
  const onPaths = found.paths?.graph
  const pathGraph = useMemo(() => onPaths && { ...onPaths, truncated: false }, [onPaths])
  const current = isImpact ? impact : plain
  const isPath = to !== undefined
  return {
    graph: isImpact ? hitGraph : isPath ? pathGraph : plain.data,
    impact: isImpact ? hit : undefined,
    found: isPath ? found : undefined,
    types: [...new Set([...types, ...known.map(({ type }) => type)])].sort(),
    error: isPath ? found.error : current.error,
    retry: isPath ? found.retry : () => void current.refetch(),
  }
}
