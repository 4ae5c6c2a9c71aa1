import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { GraphEdge, GraphNode } from '../graph.ts'
import { aGraph, edgeBetween, nodeOf } from '../testing/graphs.ts'
import { fold, type Folding } from './fold.ts'
import { groupings } from './groups.ts'

const open: Pick<Folding, 'isOpen'> = { isOpen: () => true }
const closed: Pick<Folding, 'isOpen'> = { isOpen: () => false }
const services = { level: 'services', grouping: 'none', ...open } as const

const shop = nodeOf('component', 'shop', { systemId: 'front', systemName: 'Front' })
const orders = nodeOf('component', 'orders', { systemId: 'back', systemName: 'Back', openCriticalIssues: 2 })
const ordersApi = nodeOf('api', 'orders-api', { openCriticalIssues: 2 })
const database = nodeOf('resource', 'orders-db', { type: 'database', openCriticalIssues: 2 })
const queue = nodeOf('resource', 'mail-queue', { type: 'queue' })
const edges: readonly GraphEdge[] = [
  edgeBetween(ordersApi, orders, { type: 'offered_by', relation: 'api.componentId' }),
  edgeBetween(orders, database, { type: 'owns', relation: 'resource.componentId' }),
  edgeBetween(orders, database, { type: 'writes_to' }),
  edgeBetween(shop, ordersApi, { type: 'consumes_api' }),
  edgeBetween(shop, database, { type: 'reads_from', criticality: 'soft' }),
  edgeBetween(shop, queue, { type: 'writes_to' }),
]
const nodes: readonly GraphNode[] = [shop, orders, ordersApi, database, queue]

test('an API is drawn as its provider, a database as its owner, and what is nobody’s by itself', () => {
  const { boxes, links, inside } = fold({ nodes, edges }, services)
  assert.deepEqual(
    boxes.map(({ id, holds }) => [id, holds.map((node) => node.id)]),
    [
      ['shop', ['shop']],
      ['orders', ['orders', 'orders-api', 'orders-db']],
      ['mail-queue', ['mail-queue']],
    ],
  )
  assert.deepEqual(
    links.map(({ id, hard, soft }) => [id, hard, soft]),
    [
      ['shop>orders', 1, 1],
      ['shop>mail-queue', 1, 0],
    ],
  )
  assert.equal(inside.length, 3)
})

test('critical issues of a project count once, not once more for each of its APIs', () => {
  const { boxes } = fold({ nodes, edges }, services)
  assert.equal(boxes.find(({ id }) => id === 'orders')?.openCriticalIssues, 2)
})

test('a closed group is one box, and an open one holds its services', () => {
  const folding = { level: 'services', grouping: 'system', isOpen: (id: string) => id === 'in-back' } as const
  const { boxes, links } = fold({ nodes, edges }, folding)
  assert.deepEqual(
    boxes.map(({ id, kind, within, isOpen }) => [id, kind, within, isOpen]),
    [
      ['in-front', 'group', undefined, false],
      ['in-back', 'group', undefined, true],
      ['orders', 'component', 'in-back', false],
      ['in-no-system', 'group', undefined, false],
    ],
  )
  assert.deepEqual(links.map(({ id }) => id).toSorted(), ['in-front>in-no-system', 'in-front>orders'])
})

test('a group is never better than what is known about its members', () => {
  const health = (sloStatus: GraphNode['sloStatus'], unknownSlos = 0) => ({ sloStatus, unknownSlos })
  const worst = (...own: readonly Partial<GraphNode>[]) => {
    const members = own.map((fields, index) =>
      nodeOf('component', `n${index}`, { ...fields, ownerTeamId: 't' }),
    )
    const { boxes } = fold({ nodes: members, edges: [] }, { level: 'services', grouping: 'team', ...closed })
    return boxes[0]?.sloStatus
  }
  assert.equal(worst(health('met'), health('breached')), 'breached')
  assert.equal(worst(health('met'), health(null, 1)), null)
  assert.equal(worst(health('atRisk', 1), health('met')), 'atRisk')
  assert.equal(worst(health('met'), health(null)), 'met')
})

test('every edge of any graph is in exactly one place, and its criticality is kept', () => {
  fc.assert(
    fc.property(
      aGraph,
      fc.constantFrom(...groupings),
      fc.constantFrom('services', 'all'),
      fc.func(fc.boolean()),
      (graph, grouping, level, isOpen) => {
        const folded = fold(graph, { level, grouping, isOpen })
        const placed = [...folded.inside, ...folded.structure, ...folded.links.flatMap((link) => link.edges)]
        const ids = (list: readonly GraphEdge[]) => list.map(({ id }) => id).toSorted()
        assert.deepEqual(ids(placed), ids(graph.edges))
        for (const link of folded.links) {
          assert.equal(link.hard + link.soft, link.edges.length)
          assert.equal(link.soft, link.edges.filter(({ criticality }) => criticality === 'soft').length)
        }
      },
    ),
  )
})

test('every link of any graph joins two boxes that are drawn, and every project is in exactly one', () => {
  fc.assert(
    fc.property(
      aGraph,
      fc.constantFrom(...groupings),
      fc.constantFrom('services', 'all'),
      fc.func(fc.boolean()),
      (graph, grouping, level, isOpen) => {
        const { boxes, links } = fold(graph, { level, grouping, isOpen })
        const drawn = new Map(boxes.map((box) => [box.id, box]))
        assert.equal(drawn.size, boxes.length, 'no box twice')
        for (const { from, to } of links) {
          assert.notEqual(from, to)
          for (const end of [from, to]) assert.equal(drawn.get(end)?.isOpen, false, `${end} is drawn`)
        }
        const held = boxes.filter((box) => !box.isOpen).flatMap(({ holds }) => holds.map(({ id }) => id))
        assert.equal(new Set(held).size, held.length, 'nothing is in two boxes')
        for (const { id, kind } of graph.nodes)
          if (kind !== 'system' && kind !== 'domain') assert.ok(held.includes(id), `${id} is drawn`)
      },
    ),
  )
})
