import assert from 'node:assert/strict'
import { test } from 'node:test'
import Elk from 'elkjs'
import fc from 'fast-check'
import { fold } from '../fold/fold.ts'
import { sizeOf } from '../picture/size.ts'
import { crossings } from '../testing/crossings.ts'
import { aGraph } from '../testing/graphs.ts'
import { layOutByElk } from './by-elk.ts'
import { layOutByGrid } from './by-grid.ts'
import type { LayoutInput, Placed } from './placed.ts'

const elk = new Elk()

const engines = {
  elk: (input: LayoutInput) => layOutByElk(elk, input),
  grid: async (input: LayoutInput) => layOutByGrid(input),
}

const size = { width: 200, height: 48 }
const edge = (from: number, to: number) => ({ id: `${from}-${to}`, from: `n${from}`, to: `n${to}` })

/** A deterministic graph: each node depends on some of those after it. */
function graphOf(count: number, perNode: number): LayoutInput {
  const nodes = Array.from({ length: count }, (_, index) => ({ id: `n${index}`, ...size }))
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

function assertReadable(input: LayoutInput, placed: Placed): void {
  assert.deepEqual(crossings(input, placed), [], 'no edge runs behind a box')
  assert.equal(placed.edges.length, input.edges.length)
  const groups = new Set(input.nodes.map(({ within }) => within))
  const leaves = placed.nodes.filter(({ id }) => !groups.has(id))
  for (const [index, a] of leaves.entries()) {
    for (const b of leaves.slice(index + 1)) {
      const isApart =
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
      assert.ok(isApart, `${a.id} and ${b.id} overlap`)
    }
  }
}

/** What the picture asks for, of any graph, folded in any way. */
const anInput = fc
  .record({
    graph: aGraph,
    grouping: fc.constantFrom('system', 'team', 'none'),
    level: fc.constantFrom('services', 'all'),
    isOpen: fc.func(fc.boolean()),
  })
  .map(({ graph, ...folding }): LayoutInput => {
    const { boxes, links } = fold(graph, folding)
    return {
      nodes: boxes.map((box) => ({ id: box.id, within: box.within, ...sizeOf(box) })),
      edges: links,
    }
  })

test('a line through a box is noticed, and one that ends at it or passes beside it is not', () => {
  const nodes = [0, 1, 2].map((index) => ({ id: `n${index}`, x: index * 300, y: 0, ...size }))
  const found = (points: readonly number[]) =>
    crossings(
      { nodes, edges: [edge(0, 2)] },
      { nodes, edges: [{ id: '0-2', points }], width: 800, height: 48 },
    )
  assert.deepEqual(found([200, 24, 600, 24]), [{ edge: '0-2', node: 'n1' }])
  assert.deepEqual(found([200, 24, 250, 24, 250, 60, 550, 60, 550, 24, 600, 24]), [])
})

for (const [name, layOut] of Object.entries(engines)) {
  test(`${name}: a dependency is to the right of what depends on it`, async () => {
    const placed = await layOut({ ...graphOf(3, 0), edges: [edge(0, 1), edge(1, 2)] })
    assert.ok(placeOf(placed, 'n0').x < placeOf(placed, 'n1').x)
    assert.ok(placeOf(placed, 'n1').x < placeOf(placed, 'n2').x)
  })

  test(`${name}: a cycle and unconnected parts can be laid out`, async () => {
    const input = { ...graphOf(12, 0), edges: [edge(0, 1), edge(1, 0), edge(2, 3), edge(2, 4), edge(5, 6)] }
    assertReadable(input, await layOut(input))
  })

  test(`${name}: no edge of any graph runs behind a box, however it is folded`, async () => {
    await fc.assert(
      fc.asyncProperty(anInput, async (input) => assertReadable(input, await layOut(input))),
      { numRuns: 60 },
    )
  })
}

test('2,000 nodes are laid out quickly', () => {
  const graph = graphOf(2_000, 4)
  const took = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage()
    const placed = layOutByGrid(graph)
    assert.equal(placed.nodes.length, 2_000)
    return process.cpuUsage(start).user / 1_000
  })
  assert.ok(Math.min(...took) < 1_000, `${Math.round(Math.min(...took))} ms`)
})

test('no edge of a large graph runs behind a node', () => {
  const graph = graphOf(500, 4)
  assert.deepEqual(crossings(graph, layOutByGrid(graph)), [])
})
