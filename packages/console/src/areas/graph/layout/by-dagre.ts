import { Graph, layout } from '@dagrejs/dagre'
import { gapBetween, gapOfLayers, type LayoutInput, nodeHeight, nodeWidth, type Placed } from './placed.ts'

/** Layers with few crossings and edges routed around nodes; parallel edges share one route. */
export function layOutByDagre({ nodes, edges }: LayoutInput): Placed {
  const graph = new Graph()
  graph.setGraph({
    rankdir: 'LR',
    ranker: 'tight-tree',
    nodesep: gapBetween,
    ranksep: gapOfLayers,
    edgesep: 8,
  })
  for (const id of nodes) graph.setNode(id, { width: nodeWidth, height: nodeHeight })
  for (const { from, to } of edges) graph.setEdge(from, to, {})
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  return {
    nodes: nodes.map((id) => {
      const { x = 0, y = 0 } = graph.node(id)
      return { id, x: x - nodeWidth / 2, y: y - nodeHeight / 2 }
    }),
    edges: edges.map(({ id, from, to }) => {
      // Every second bend is between two layers, where a curve needs none; the others are beside nodes.
      const bends = (graph.edge(from, to).points ?? [])
        .slice(1, -1)
        .filter((_: unknown, index: number) => index % 2 === 1)
      const [start, end] = [graph.node(from), graph.node(to)]
      return {
        id,
        points: [
          (start.x ?? 0) + nodeWidth / 2,
          start.y ?? 0,
          ...bends.flatMap(({ x, y }: { x: number; y: number }) => straightPast(x, y, start, end)),
          (end.x ?? 0) - nodeWidth / 2,
          end.y ?? 0,
        ],
      }
    }),
    width,
    height,
  }
}

/** Horizontal across the whole width of a layer, so that it does not cut through its nodes. */
function straightPast(x: number, y: number, start: { x?: number }, end: { x?: number }): readonly number[] {
  const half = (start.x ?? 0) <= (end.x ?? 0) ? nodeWidth / 2 : -nodeWidth / 2
  return [x - half, y, x + half, y]
}
