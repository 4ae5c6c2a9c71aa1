import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value } from '../../protocol/value.ts'
import { matchElements } from './match-elements.ts'

/** Pairs elements with references by a table of what fits. */
const pair = (elements: readonly string[], references: readonly string[], fits: readonly string[]) =>
  matchElements(elements, references, (reference: Value, element: Value) =>
    fits.includes(`${element}${reference}`),
  )

test('an element has the reference at its own index if that fits, else the first that does', () => {
  assert.deepEqual(pair(['a', 'b'], ['1', '2'], ['a1', 'a2', 'b1', 'b2']), ['1', '2'])
  assert.deepEqual(pair(['a', 'b'], ['1', '2'], ['a2', 'b1']), ['2', '1'])
  assert.deepEqual(pair(['a', 'b', 'c'], ['1'], ['b1']), [undefined, '1', undefined])
  assert.deepEqual(pair([], ['1'], []), [])
})

test('an element gives way to one that only its reference fits', () => {
  assert.deepEqual(pair(['a', 'b'], ['1', '2'], ['a1', 'a2', 'b1']), ['2', '1'])
  assert.deepEqual(pair(['a', 'b', 'c'], ['1', '2', '3'], ['a1', 'a2', 'b2', 'b3', 'c1']), ['2', '3', '1'])
})

test('no reference is used twice, and what fits nothing has none', () => {
  assert.deepEqual(pair(['a', 'b', 'c'], ['1', '2'], ['a1', 'b1', 'c1', 'c2']), ['1', undefined, '2'])
})
