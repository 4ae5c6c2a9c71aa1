import type { LayoutInput, Placed, PlacedNode } from '../layout/placed.ts'

/** Less than this inside of a node is a rounding error. */
const tolerance = 0.5

/** Which edges run through or behind a node that is not one of their ends, nor a group around one. */
export function crossings(
  { nodes: input, edges: pairs }: LayoutInput,
  { nodes, edges }: Placed,
): readonly { readonly edge: string; readonly node: string }[] {
  const parents = new Map(input.map(({ id, within }) => [id, within]))
  const ends = new Map(pairs.map((pair) => [pair.id, pair]))
  return edges.flatMap(({ id, points }) => {
    const pair = ends.get(id)
    const own = new Set([pair?.from, pair?.to])
    for (const end of [...own]) own.add(parents.get(end ?? ''))
    return nodes
      .filter((node) => !own.has(node.id) && segmentsOf(points).some((segment) => cuts(segment, node)))
      .map((node) => ({ edge: id, node: node.id }))
  })
}

type Segment = readonly [x0: number, y0: number, x1: number, y1: number]

function segmentsOf(points: readonly number[]): readonly Segment[] {
  const segments: Segment[] = []
  for (let at = 2; at < points.length; at += 2)
    segments.push(points.slice(at - 2, at + 2) as unknown as Segment)
  return segments
}

/** Whether a line from one point to another has a part inside of a rectangle (Liang and Barsky). */
function cuts([x0, y0, x1, y1]: Segment, node: PlacedNode): boolean {
  const [dx, dy] = [x1 - x0, y1 - y0]
  let [enters, leaves] = [0, 1]
  for (const [p, q] of [
    [-dx, x0 - node.x - tolerance],
    [dx, node.x + node.width - tolerance - x0],
    [-dy, y0 - node.y - tolerance],
    [dy, node.y + node.height - tolerance - y0],
  ] as const) {
    if (p === 0) {
      if (q < 0) return false
    } else if (p < 0) enters = Math.max(enters, q / p)
    else leaves = Math.min(leaves, q / p)
  }
  return enters < leaves
}
