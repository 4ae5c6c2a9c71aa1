import { gapBetween, gapOfLayers, type LayoutInput, type Placed, type PlacedNode } from './placed.ts'
import { layersOf } from './layers.ts'

const sweeps = 8

/**
 * Rows and columns, for graphs that take the better engine too long: instant for thousands of nodes. Edges run in the
 * gaps between columns and rows, so they cross no node. Groups have no frames here.
 */
export function layOutByGrid({ nodes, edges }: LayoutInput): Placed {
  const groups = new Set(nodes.map(({ within }) => within))
  const leaves = nodes.filter(({ id }) => !groups.has(id))
  const width = Math.max(0, ...leaves.map((node) => node.width))
  const step = Math.max(0, ...leaves.map((node) => node.height)) + gapBetween
  const ids = leaves.map(({ id }) => id)
  const byId = new Map(leaves.map((node) => [node.id, node]))
  const places = new Map<string, PlacedNode>()
  let right = 0
  for (const column of columnsOf(ids, edges)) {
    for (const [row, id] of column.entries()) {
      const node = byId.get(id)
      if (node) places.set(id, { ...node, x: right, y: row * step })
    }
    right += width + gapOfLayers
  }
  const placed = ids.flatMap((id) => places.get(id) ?? [])
  return {
    nodes: placed.map(({ id, x, y, width: own, height }) => ({ id, x, y, width: own, height })),
    edges: edges.flatMap(({ id, from, to }, index) => {
      const [start, end] = [places.get(from), places.get(to)]
      return start && end ? [{ id, points: routeBetween(start, end, { width, index }) }] : []
    }),
    width: right - gapOfLayers,
    height: Math.max(0, ...placed.map(({ y, height }) => y + height)) + gapBetween / 2,
  }
}

/** Around the nodes: down the gap beside a column, along the gap below a row, and down the gap before the other column. */
function routeBetween(
  start: PlacedNode,
  end: PlacedNode,
  { width, index }: { readonly width: number; readonly index: number },
): readonly number[] {
  const spread = (room: number, tracks: number) => ((index % tracks) / (tracks - 1) - 0.5) * room
  const [startY, endY] = [start.y + start.height / 2, end.y + end.height / 2]
  const after = start.x + width + gapOfLayers / 2 + spread(gapOfLayers - 24, 13)
  const before = end.x - gapOfLayers / 2 + spread(gapOfLayers - 24, 13)
  const first = [start.x + start.width, startY, after, startY]
  const last = [before, endY, end.x, endY]
  if (Math.abs(end.x - start.x - width - gapOfLayers) < 1) return [...first, after, endY, end.x, endY]
  const lane = end.y - gapBetween / 2 + spread(gapBetween - 6, 5)
  return [...first, after, lane, before, lane, ...last]
}

/** A layer much taller than the rest becomes several columns, or the whole would be illegible. */
function columnsOf(ids: readonly string[], edges: LayoutInput['edges']): readonly (readonly string[])[] {
  const layers = layersOf(ids, edges)
  const tallest = Math.max(14, Math.ceil(Math.sqrt(ids.length * 2.2)))
  const byLayer = [...Map.groupBy(ids, (id) => layers[id] ?? 0)].sort(([a], [b]) => a - b)
  const columns = byLayer.map(([, own]) => own)
  const neighbours = neighboursOf(ids, edges)
  const rows = new Map<string, number>()
  for (const column of columns) for (const [row, id] of column.entries()) rows.set(id, row)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const column of sweep % 2 === 0 ? columns : columns.toReversed())
      arrange(column, { neighbours, rows })
  }
  return columns.flatMap((column) => {
    const folds = Math.ceil(column.length / tallest)
    const length = Math.ceil(column.length / folds)
    return Array.from({ length: folds }, (_, fold) => column.slice(fold * length, (fold + 1) * length))
  })
}

function neighboursOf(ids: readonly string[], edges: LayoutInput['edges']): Map<string, string[]> {
  const neighbours = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const { from, to } of edges) {
    neighbours.get(from)?.push(to)
    neighbours.get(to)?.push(from)
  }
  return neighbours
}

interface Standing {
  readonly neighbours: ReadonlyMap<string, readonly string[]>
  readonly rows: Map<string, number>
}

/** Orders a column by where the neighbours of each node are. */
function arrange(column: string[], { neighbours, rows }: Standing): void {
  const wanted = new Map(
    column.map((id) => {
      const own = neighbours.get(id) ?? []
      const sum = own.reduce((total, other) => total + (rows.get(other) ?? 0), 0)
      return [id, own.length === 0 ? (rows.get(id) ?? 0) : sum / own.length] as const
    }),
  )
  column.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0))
  for (const [row, id] of column.entries()) rows.set(id, row)
}
