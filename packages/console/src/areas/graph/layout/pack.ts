import { nodeHeight, type Placed } from './placed.ts'

const gap = 64
/** A little wider than a screen, because the side panel takes some of it. */
const aspect = 1.5

/** Arranges parts side by side and in rows, so that together they fit a screen. */
export function pack(parts: readonly Placed[]): Placed {
  const area = parts.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0)
  const widest = Math.max(0, ...parts.map(({ width }) => width))
  const room = Math.max(widest, Math.sqrt(area * aspect))
  const sorted = [...parts].sort((a, b) => b.height - a.height)
  let x = 0
  let y = 0
  let rowHeight = 0
  const placed = sorted.map((part) => {
    if (x > 0 && x + part.width > room) {
      x = 0
      y += rowHeight + (rowHeight > nodeHeight ? gap : gap / 2)
      rowHeight = 0
    }
    const moved = move(part, x, y)
    x += part.width + gap
    rowHeight = Math.max(rowHeight, part.height)
    return { moved, right: x - gap }
  })
  return {
    nodes: placed.flatMap(({ moved }) => moved.nodes),
    edges: placed.flatMap(({ moved }) => moved.edges),
    width: Math.max(0, ...placed.map(({ right }) => right)),
    height: y + rowHeight,
  }
}

const move = ({ nodes, edges, ...size }: Placed, dx: number, dy: number): Placed => ({
  ...size,
  nodes: nodes.map(({ id, x, y }) => ({ id, x: x + dx, y: y + dy })),
  edges: edges.map(({ id, points }) => ({
    id,
    points: points.map((value, index) => value + (index % 2 === 0 ? dx : dy)),
  })),
})
