import type { Graph, GraphNode, Health } from '../neighbours.ts'
import { nodeHeight, nodeWidth, type Placed, type PlacedNode } from '../layout/placed.ts'
import type { Point } from './camera.ts'
import { type DrawnEdge, drawEdge } from './shapes.ts'

export interface SceneNode {
  readonly node: GraphNode
  readonly place: PlacedNode
  /** How many edges it has. */
  readonly degree: number
}

export interface Scene {
  readonly nodes: readonly SceneNode[]
  readonly byId: ReadonlyMap<string, SceneNode>
  readonly edges: readonly (DrawnEdge & { readonly fromId: string; readonly toId: string })[]
  readonly width: number
  readonly height: number
}

/** The nodes together with their positions. */
export function sceneOf({ nodes, edges }: Graph, placed: Placed): Scene {
  const known = new Map(nodes.map((node) => [node.id, node]))
  const ends = new Map(edges.map((edge) => [edge.id, edge]))
  const degrees = new Map<string, number>()
  for (const { fromId, toId } of edges)
    for (const id of [fromId, toId]) degrees.set(id, (degrees.get(id) ?? 0) + 1)
  const scene = placed.nodes.flatMap((place) => {
    const node = known.get(place.id)
    return node ? [{ node, place, degree: degrees.get(place.id) ?? 0 }] : []
  })
  return {
    nodes: scene,
    byId: new Map(scene.map((one) => [one.node.id, one])),
    edges: placed.edges.flatMap((edge) => {
      const end = ends.get(edge.id)
      return end ? [{ ...drawEdge(edge), fromId: end.fromId, toId: end.toId }] : []
    }),
    width: placed.width,
    height: placed.height,
  }
}

export const nodeAt = ({ nodes }: Scene, { x, y }: Point): SceneNode | undefined =>
  nodes.find(
    ({ place }) => x >= place.x && x <= place.x + nodeWidth && y >= place.y && y <= place.y + nodeHeight,
  )

const worst: Readonly<Record<Health, number>> = { breached: 1_000, atRisk: 300, met: 0 }

/** Which names are shown first when zoomed out: what is in trouble, then what has many edges. */
export const weightOf = ({ node, degree }: SceneNode): number =>
  (node.sloStatus ? worst[node.sloStatus] : 0) + node.openCriticalIssues * 50 + degree * 10

export type Heading = 'left' | 'right' | 'up' | 'down'

/** The nearest node in a direction, preferring those straight ahead. */
export function nextNode({ nodes }: Scene, from: SceneNode, heading: Heading): SceneNode | undefined {
  let best: SceneNode | undefined
  let least = Infinity
  for (const one of nodes) {
    const dx = one.place.x - from.place.x
    const dy = one.place.y - from.place.y
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[heading]
    const aside = Math.abs(heading === 'left' || heading === 'right' ? dy : dx)
    if (ahead < 1) continue
    const way = ahead + aside * 2
    if (way < least) {
      best = one
      least = way
    }
  }
  return best
}
