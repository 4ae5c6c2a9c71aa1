import { graphLimits, kinds } from '@svc/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { failingOf, type Graph, type GraphEdge, hitOf, type Impact } from './graph.ts'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import type { GraphSearch } from './graph-search.ts'

type GraphQuestion = Pick<GraphSearch, 'root' | 'direction' | 'depth' | 'types'>

/** A part of the graph, or all of it without a root; what was shown stays until the next response is in. */
export function useGraph({ root, direction, depth, types }: GraphQuestion, { isEnabled = true } = {}) {
  const { client, mode } = useMode()
  const query = {
    ...(root && { root, direction, depth }),
    ...(types.length > 0 && { types: types.join(',') }),
  }
  return useQuery({
    queryKey: [...keyOf(mode, kinds.dependency), 'graph', query],
    queryFn: ({ signal }) => client.call('getGraph', { query, signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
}

export function useImpact(of: string | undefined, depth: number | undefined) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.dependency), 'impact', of, depth],
    queryFn: ({ signal }) =>
      client.call('getImpact', { query: { of: of ?? '', ...(depth !== undefined && { depth }) }, signal }),
    enabled: of !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** What is affected, with the edges that explain it: those that lead to the root, and any others that are known. */
export function useImpactGraph(of: string | undefined, depth: number | undefined) {
  const isEnabled = of !== undefined
  const impact = useImpact(of, depth)
  const aroundRoot = useGraph(
    { root: of, direction: 'dependents', depth: graphLimits.depth, types: [] },
    { isEnabled },
  )
  const whole = useGraph({ root: undefined, direction: 'both', depth: 1, types: [] }, { isEnabled })
  const edges = useMemo(
    () => [...(aroundRoot.data?.edges ?? []), ...(whole.data?.edges ?? [])],
    [aroundRoot.data, whole.data],
  )
  return { impact, edges }
}

/** The affected entities as a graph, with only the edges along which the failure travels. */
export function graphOfImpact(
  { of, entities, inactive, truncated }: Impact,
  known: readonly GraphEdge[],
): Graph {
  const nodes = [of, ...entities, ...inactive]
  const steps = new Map(nodes.map(({ id, distance }) => [id, distance]))
  const comesAlong = (edge: GraphEdge) =>
    (steps.get(failingOf(edge)) ?? Number.POSITIVE_INFINITY) <
    (steps.get(hitOf(edge)) ?? Number.NEGATIVE_INFINITY)
  const edges = new Map(known.filter(comesAlong).map((edge) => [edge.id, edge]))
  return { nodes, edges: [...edges.values()], truncated }
}
