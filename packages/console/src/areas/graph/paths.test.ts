import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { failingOf, hitOf } from './graph.ts'
import { pathsBetween } from './paths.ts'
import { aGraph, edgeBetween, nodeOf } from './testing/graphs.ts'

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => nodeOf('component', id))
if (!a || !b || !c || !d) throw new Error('There are four.')
const nodes = [a, b, c, d]

test('every way from one to the other is found, the shortest in order, and nothing beside it', () => {
  const edges = [edgeBetween(a, b), edgeBetween(b, c), edgeBetween(a, c), edgeBetween(d, c)]
  const paths = pathsBetween({ nodes, edges }, 'a', 'c')
  assert.deepEqual(
    paths?.graph.nodes.map(({ id }) => id),
    ['a', 'b', 'c'],
  )
  assert.equal(paths?.graph.edges.length, 3)
  assert.deepEqual(
    paths?.shortest.map(({ id }) => id),
    ['a-calls-c'],
  )
  assert.equal(pathsBetween({ nodes, edges }, 'c', 'a'), undefined)
})

test('a provider is followed the way failure travels, whichever way round the edge is stored', () => {
  const api = nodeOf('api', 'api')
  const edges = [edgeBetween(a, api), edgeBetween(b, api, { type: 'provides_api', hitEnd: 'to' })]
  assert.equal(pathsBetween({ nodes: [a, b, api], edges }, 'a', 'b')?.shortest.length, 2)
})

test('in any graph, the shortest path leads from one to the other, step by step', () => {
  fc.assert(
    fc.property(aGraph, fc.nat(), fc.nat(), (graph, one, other) => {
      const [from, to] = [one, other].map((at) => graph.nodes[at % graph.nodes.length]?.id ?? '')
      if (from === undefined || to === undefined) return
      const paths = pathsBetween(graph, from, to)
      const end = paths?.shortest.reduce((at, edge) => {
        assert.equal(hitOf(edge), at)
        return failingOf(edge)
      }, from)
      if (paths) assert.equal(end, to)
    }),
  )
})
