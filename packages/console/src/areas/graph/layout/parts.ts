import type { LayoutInput } from './placed.ts'

/** The connected components of a graph, the largest first. */
export function splitParts({ nodes, edges }: LayoutInput): readonly LayoutInput[] {
  const leader = new Map(nodes.map((id) => [id, id]))
  const find = (id: string): string => {
    let at = id
    for (let next = leader.get(at) ?? at; next !== at; next = leader.get(at) ?? at) {
      leader.set(at, leader.get(next) ?? next)
      at = next
    }
    return at
  }
  for (const { from, to } of edges) leader.set(find(from), find(to))
  const nodesBy = Map.groupBy(nodes, find)
  const edgesBy = Map.groupBy(edges, ({ from }) => find(from))
  return Array.from(nodesBy, ([key, own]) => ({ nodes: own, edges: edgesBy.get(key) ?? [] })).sort(
    (a, b) => b.nodes.length - a.nodes.length,
  )
}
