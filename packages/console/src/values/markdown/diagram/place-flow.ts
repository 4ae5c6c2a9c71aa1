import { Graph, layout } from '@dagrejs/dagre'
import type { Flow, Node } from './diagram.ts'
import { toOutlines } from './outlines.ts'
import type { Box, Picture, Point, Stroke } from './picture.ts'
import { lineHeight, linesOf, widest } from './text-size.ts'

const margin = 16
const groupHead = 26

interface Size {
  readonly width: number
  readonly height: number
  readonly lines: readonly string[]
}

/** Places a flowchart in layers, as the graph of dependencies is. */
export function placeFlow(flow: Flow): Picture {
  const graph = new Graph({ compound: true, multigraph: true })
  const isUpright = flow.direction === 'TB' || flow.direction === 'BT'
  graph.setGraph({
    rankdir: flow.direction,
    nodesep: 36,
    ranksep: isUpright ? 44 : 60,
    marginx: margin,
    marginy: margin,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  const sizes = new Map(flow.nodes.map((node) => [node.id, sizeOf(node)]))
  const leafOf = leavesOf(flow)
  // A group without a node in it has nothing to be around.
  const groups = flow.groups.filter(({ id }) => leafOf(id) !== undefined)
  for (const { id } of groups) graph.setNode(`group ${id}`, {})
  for (const { id } of flow.nodes) graph.setNode(`node ${id}`, { ...sizes.get(id) })
  for (const { id, parent } of groups) if (parent !== null) graph.setParent(`group ${id}`, `group ${parent}`)
  for (const { id, group } of flow.nodes) if (group !== null) graph.setParent(`node ${id}`, `group ${group}`)
  // Layers can only be found between nodes, so a link to a group leads to a node in it.
  const edges = flow.edges.flatMap((edge, index) => {
    const [from, to] = [leafOf(edge.from), leafOf(edge.to)]
    return from !== undefined && to !== undefined ? [{ ...edge, from, to, name: String(index) }] : []
  })
  for (const { from, to, label, name } of edges) {
    const lines = linesOf(label, 160)
    const size = lines.length > 0 ? { width: widest(lines) + 8, height: lines.length * lineHeight } : {}
    graph.setEdge(`node ${from}`, `node ${to}`, { ...size, labelpos: 'c' }, name)
  }
  layout(graph)

  const boxAt = (name: string, shape: Box['shape'], lines: readonly string[]): Box => {
    const { x = 0, y = 0, width = 0, height = 0 } = graph.node(name)
    return { shape, x: x - width / 2, y: y - height / 2, width, height, lines }
  }
  const shapeOf = new Map(flow.nodes.map(({ id, shape }) => [id, shape]))
  const boxOf = (id: string): Box => boxAt(`node ${id}`, shapeOf.get(id) ?? 'box', [])
  const strokes: Stroke[] = []
  const labels: Box[] = []
  for (const { from, to, label, line, head, tail, name } of edges) {
    const placed = graph.edge(`node ${from}`, `node ${to}`, name)
    const points = (placed.points ?? []).map(({ x, y }: Point) => ({ x, y }))
    strokes.push({ points: toOutlines(points, boxOf(from), boxOf(to)), line, head, tail })
    const lines = linesOf(label, 160)
    const { x = 0, y = 0, width = 0, height = 0 } = placed
    if (lines.length > 0)
      labels.push({ shape: 'label', x: x - width / 2, y: y - height / 2, width, height, lines })
  }
  const { width = 0, height = 0 } = graph.graph()
  return {
    ...{ width, height: height + groupHead, strokes },
    behind: groups.map(({ id, label }) => {
      const box = boxAt(`group ${id}`, 'group', linesOf(label))
      return { ...box, y: box.y - groupHead / 2, height: box.height + groupHead / 2 }
    }),
    boxes: [
      ...flow.nodes.map(({ id, shape }) => boxAt(`node ${id}`, shape, sizes.get(id)?.lines ?? [])),
      ...labels,
    ],
    about: `Diagram with ${counted(flow.nodes.length, 'node')} and ${counted(flow.edges.length, 'link')}`,
    sentences: sentencesOf(flow),
  }
}

function sizeOf({ label, shape }: Node): Size {
  if (shape === 'start' || shape === 'end') return { width: 18, height: 18, lines: [] }
  if (shape === 'bar') return { width: 72, height: 8, lines: [] }
  const lines = linesOf(label)
  const [width, height] = [Math.max(widest(lines), 24), Math.max(lines.length, 1) * lineHeight]
  switch (shape) {
    case 'diamond':
      return { width: width * 1.5 + 36, height: height * 1.5 + 36, lines }
    case 'circle': {
      const across = Math.hypot(width, height) + 16
      return { width: across, height: across, lines }
    }
    case 'cylinder':
      return { width: width + 32, height: height + 34, lines }
    case 'hexagon':
      return { width: width + 52, height: height + 20, lines }
    default:
      return { width: width + 32, height: height + 20, lines }
  }
}

/** The node that an id names, or the first one inside the group that it names. */
function leavesOf({ nodes, groups }: Flow): (id: string) => string | undefined {
  const isNode = new Set(nodes.map(({ id }) => id))
  const leaf = (id: string, depth: number): string | undefined => {
    if (isNode.has(id)) return id
    const own = nodes.find(({ group }) => group === id)
    if (own || depth > groups.length) return own?.id
    for (const inner of groups) {
      const found = inner.parent === id ? leaf(inner.id, depth + 1) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
  return (id) => leaf(id, 0)
}

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function sentencesOf({ nodes, edges, groups }: Flow): readonly string[] {
  const names = new Map([...groups, ...nodes].map(({ id, label }) => [id, label.replaceAll('\n', ' ')]))
  for (const { id, shape } of nodes) if (shape === 'start' || shape === 'end') names.set(id, shape)
  const named = (id: string): string => names.get(id) || id
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]))
  return [
    ...edges.map(({ from, to, label }) => `${named(from)} → ${named(to)}${label && `: ${label}`}`),
    ...nodes.filter(({ id }) => !joined.has(id)).map(({ id }) => named(id)),
  ]
}
