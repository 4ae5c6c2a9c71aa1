import { gapBetween, gapOfLayers, type LayoutInput, nodeHeight, nodeWidth, type Placed } from './placed.ts'
import { layersOf } from './layers.ts'

const sweeps = 8
const step = nodeHeight + gapBetween

/** Plainer than dagre's layout, but instant for thousands of nodes. */
export function layOutByLayers({ nodes, edges, layers = layersOf(nodes, edges) }: LayoutInput): Placed {
  const neighbours = neighboursOf(nodes, edges)
  const columns = columnsOf(nodes, layers)
  const y = new Map<string, number>()
  for (const column of columns) for (const [index, id] of column.entries()) y.set(id, index * step)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const column of sweep % 2 === 0 ? columns : columns.toReversed()) arrange(column, { neighbours, y })
  }
  const top = Math.min(...y.values())
  const corners = placeColumns(columns, (id) => (y.get(id) ?? 0) - top)
  return {
    nodes: nodes.map((id) => ({ id, ...cornerOf(corners, id) })),
    edges: edges.map(({ id, from, to }) => {
      const start = cornerOf(corners, from)
      const end = cornerOf(corners, to)
      const middle = nodeHeight / 2
      return { id, points: [start.x + nodeWidth, start.y + middle, end.x, end.y + middle] }
    }),
    width: Math.max(...corners.values().map(({ x }) => x + nodeWidth)),
    height: Math.max(...corners.values().map(({ y: corner }) => corner + nodeHeight)),
  }
}

type Corners = ReadonlyMap<string, { readonly x: number; readonly y: number }>

const cornerOf = (corners: Corners, id: string) => corners.get(id) ?? { x: 0, y: 0 }

function neighboursOf(nodes: LayoutInput['nodes'], edges: LayoutInput['edges']): Map<string, string[]> {
  const neighbours = new Map<string, string[]>(nodes.map((id) => [id, []]))
  for (const { from, to } of edges) {
    neighbours.get(from)?.push(to)
    neighbours.get(to)?.push(from)
  }
  return neighbours
}

function columnsOf(nodes: readonly string[], layers: Readonly<Record<string, number>>): string[][] {
  const byLayer = Map.groupBy(nodes, (id) => layers[id] ?? 0)
  return [...byLayer].sort(([a], [b]) => a - b).map(([, ids]) => ids)
}

interface Standing {
  readonly neighbours: ReadonlyMap<string, readonly string[]>
  readonly y: Map<string, number>
}

/** Orders a column by the position of its neighbours, and moves each node as near to them as the others allow. */
function arrange(column: string[], { neighbours, y }: Standing): void {
  const desired = new Map(
    column.map((id) => {
      const own = neighbours.get(id) ?? []
      const sum = own.reduce((total, other) => total + (y.get(other) ?? 0), 0)
      return [id, own.length === 0 ? (y.get(id) ?? 0) : sum / own.length] as const
    }),
  )
  const want = (id: string): number => desired.get(id) ?? 0
  column.sort((a, b) => want(a) - want(b))
  const down: number[] = []
  for (const id of column) down.push(Math.max(want(id), (down.at(-1) ?? -Infinity) + step))
  const up: number[] = []
  for (const id of column.toReversed()) up.push(Math.min(want(id), (up.at(-1) ?? Infinity) - step))
  up.reverse()
  // Both keep their distance, so the midpoint does too.
  for (const [index, id] of column.entries()) y.set(id, ((down[index] ?? 0) + (up[index] ?? 0)) / 2)
}

/** A layer much taller than the rest is folded into several columns, or the whole graph would be illegible. */
function placeColumns(columns: readonly string[][], heightOf: (id: string) => number): Corners {
  const count = columns.reduce((sum, { length }) => sum + length, 0)
  const tallest = Math.max(14, Math.ceil(Math.sqrt(count * 2.2)))
  const isFolded = columns.some(({ length }) => length > tallest)
  const corners = new Map<string, { x: number; y: number }>()
  let x = 0
  for (const column of columns) {
    const folds = Math.ceil(column.length / tallest)
    const perFold = Math.ceil(column.length / folds)
    for (const [index, id] of column.entries()) {
      const fold = index % folds
      const y = isFolded ? (Math.floor(index / folds) + (tallest - perFold) / 2) * step : heightOf(id)
      corners.set(id, { x: x + fold * (nodeWidth + gapBetween), y })
    }
    x += folds * (nodeWidth + gapBetween) + gapOfLayers
  }
  return corners
}
