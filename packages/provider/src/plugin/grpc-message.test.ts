import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { frame, unframe } from './grpc-message.ts'

test('a message comes through in whatever pieces it arrives', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), fc.array(fc.nat(2010)), (message, cuts) => {
      const framed = frame(message)
      const edges = [0, ...cuts.sort((a, b) => a - b), framed.length]
      const chunks = edges.slice(1).map((edge, index) => framed.subarray(edges[index], edge))
      assert.deepEqual(Buffer.from(unframe(chunks)), Buffer.from(message))
    }),
  )
})

test('a message of which any part is missing is cut short', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(104), (message, kept) => {
      const framed = frame(message)
      fc.pre(kept < framed.length)
      assert.equal(unframe([framed.subarray(0, kept)]), 'cut short')
    }),
  )
  assert.equal(unframe([]), 'cut short')
})

test('more than one message and a compressed one are told apart', () => {
  assert.equal(unframe([frame(Uint8Array.of(1)), frame(Uint8Array.of(2))]), 'several')
  assert.equal(unframe([Buffer.of(1, 0, 0, 0, 1, 7)]), 'compressed')
})
