import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOut } from './layout.ts'
import { nodeHeight, nodeWidth, type Placed } from './placed.ts'

const edge = (from: number, to: number) => ({ id: `${from}-${to}`, from: `n${from}`, to: `n${to}` })

/** A deterministic graph: each node depends on some of those after it. */
function graphOf(count: number, perNode: number) {
  const nodes = Array.from({ length: count }, (_, index) => `n${index}`)
  const edges = nodes.flatMap((_, from) =>
    Array.from({ length: perNode }, (_, turn) => from + 1 + ((from * 7 + turn * 13) % 60))
      .filter((to) => to < count)
      .map((to) => edge(from, to)),
  )
  return { nodes, edges: [...new Map(edges.map((one) => [one.id, one])).values()] }
}

const placeOf = ({ nodes }: Placed, id: string) => {
  const place = nodes.find((one) => one.id === id)
  assert.ok(place, `${id} has a position`)
  return place
}

/** The quickest of three runs: a busy machine may be slow for a moment. */
function best(lay: () => Placed): { readonly placed: Placed; readonly tookMs: number } {
  const rounds = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage()
    const placed = lay()
    return { placed, tookMs: process.cpuUsage(start).user / 1_000 }
  })
  return rounds.reduce((a, b) => (b.tookMs < a.tookMs ? b : a))
}

function assertNoneCovers(placed: Placed): void {
  for (const [index, a] of placed.nodes.entries()) {
    for (const b of placed.nodes.slice(index + 1)) {
      const isApart = Math.abs(a.x - b.x) >= nodeWidth || Math.abs(a.y - b.y) >= nodeHeight
      assert.ok(isApart, `${a.id} and ${b.id} overlap`)
    }
  }
}

test('a dependency is to the right of what depends on it', () => {
  const placed = layOut({ nodes: ['n0', 'n1', 'n2'], edges: [edge(0, 1), edge(1, 2)] })
  assert.ok(placeOf(placed, 'n0').x < placeOf(placed, 'n1').x)
  assert.ok(placeOf(placed, 'n1').x < placeOf(placed, 'n2').x)
})

test('a cycle can be laid out', () => {
  const placed = layOut({ nodes: ['n0', 'n1'], edges: [edge(0, 1), edge(1, 0)] })
  assert.equal(placed.edges.length, 2)
  assertNoneCovers(placed)
})

test('unconnected parts do not overlap', () => {
  const placed = layOut({
    nodes: Array.from({ length: 12 }, (_, index) => `n${index}`),
    edges: [edge(0, 1), edge(2, 3), edge(2, 4), edge(5, 6)],
  })
  assert.equal(placed.nodes.length, 12)
  assertNoneCovers(placed)
})

for (const [count, perNode, maxMs] of [
  [150, 2, 1_000],
  [300, 2, 1_000],
  [2_000, 4, 5_000],
] as const) {
  test(`${count} nodes are laid out quickly`, () => {
    const graph = graphOf(count, perNode)
    const { placed, tookMs } = best(() => layOut(graph))
    assert.equal(placed.nodes.length, count)
    assert.equal(placed.edges.length, graph.edges.length)
    assertNoneCovers(placed)
    assert.ok(tookMs < maxMs, `${Math.round(tookMs)} ms`)
  })
}

test('given layers are kept: affected entities are as far away as they are in steps', () => {
  const placed = layOut({
    nodes: ['n0', 'n1', 'n2', 'n3'],
    edges: [edge(1, 0), edge(2, 0), edge(3, 1)],
    layers: { n0: 2, n1: 1, n2: 1, n3: 0 },
  })
  assert.equal(placeOf(placed, 'n1').x, placeOf(placed, 'n2').x)
  assert.ok(placeOf(placed, 'n3').x < placeOf(placed, 'n1').x)
  assert.ok(placeOf(placed, 'n1').x < placeOf(placed, 'n0').x)
})
