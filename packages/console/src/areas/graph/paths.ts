import { failingOf, type Graph, type GraphEdge, hitOf } from './graph.ts'

export interface Paths {
  /** What lies on any path between the two. */
  readonly graph: Pick<Graph, 'nodes' | 'edges'>
  /** The edges of the shortest one, in order. */
  readonly shortest: readonly GraphEdge[]
}

/** Every way in which one entity depends on another; undefined if it does not, as far as the graph is known. */
export function pathsBetween(
  { nodes, edges }: Pick<Graph, 'nodes' | 'edges'>,
  from: string,
  to: string,
): Paths | undefined {
  const ahead = reach(from, Map.groupBy(edges, hitOf), failingOf)
  if (!ahead.has(to)) return undefined
  const back = reach(to, Map.groupBy(edges, failingOf), hitOf)
  const isOn = (id: string): boolean => ahead.has(id) && back.has(id)
  const shortest: GraphEdge[] = []
  for (let edge = ahead.get(to); edge; edge = ahead.get(hitOf(edge))) shortest.unshift(edge)
  return {
    graph: {
      nodes: nodes.filter(({ id }) => isOn(id)),
      edges: edges.filter((edge) => isOn(hitOf(edge)) && isOn(failingOf(edge))),
    },
    shortest,
  }
}

/** What can be reached, and the edge by which it was reached first; null for the start. */
function reach(
  start: string,
  edgesAt: ReadonlyMap<string, readonly GraphEdge[]>,
  otherEnd: (edge: GraphEdge) => string,
): ReadonlyMap<string, GraphEdge | null> {
  const found = new Map<string, GraphEdge | null>([[start, null]])
  // A map is walked in the order of insertion, including what is added on the way.
  for (const id of found.keys())
    for (const edge of edgesAt.get(id) ?? []) if (!found.has(otherEnd(edge))) found.set(otherEnd(edge), edge)
  return found
}
