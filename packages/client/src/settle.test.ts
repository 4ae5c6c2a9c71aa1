import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { holds } from './settle.ts'

const object = fc.dictionary(fc.string(), fc.jsonValue())

test('a value matches itself, whatever the order of its properties', () => {
  fc.assert(
    fc.property(object, (sent) => {
      const turned = Object.fromEntries(Object.entries(structuredClone(sent)).reverse())
      assert.ok(holds(turned, sent))
    }),
  )
})

test('properties may have been added, at any depth', () => {
  fc.assert(
    fc.property(object, (sent) =>
      assert.ok(holds({ ...sent, rules: [{ ...sent, id: 'x' }] }, { rules: [sent] })),
    ),
  )
})

test('a different value at any depth does not match', () => {
  const key = fc.constantFrom('a', 'b', 'c')
  fc.assert(
    fc.property(fc.dictionary(key, fc.jsonValue(), { minKeys: 1 }), fc.nat(), (sent, n) => {
      const [changed = ''] = Object.keys(sent).slice(n % Object.keys(sent).length)
      assert.ok(!holds({ ...sent, [changed]: [sent[changed], 'changed'] }, sent))
    }),
  )
})

test('null, absent and empty are different', () => {
  assert.ok(!holds({}, { a: null }))
  assert.ok(!holds({ a: null }, { a: '' }))
  assert.ok(!holds({ a: null }, { a: {} }))
  assert.ok(!holds({ a: {} }, { a: [] }))
  assert.ok(!holds({ a: [1, 2] }, { a: [1] }))
  assert.ok(!holds({ a: [2, 1] }, { a: [1, 2] }))
  assert.ok(holds({}, { a: undefined }), 'what is undefined is not sent')
})
