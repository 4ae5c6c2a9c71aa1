import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allKinds, faultsOf, type JsonSchema, schemasOf } from '@svc/model'
import Schema from 'typebox/schema'
import { limitProbes, sampleOf, wrongTypes } from '../testing/values.ts'

/** Whoever checks a value before it is sent must come to the same result as the server. */
describe('faults found beforehand are those that the server finds', () => {
  for (const kind of allKinds) {
    test(kind.name, () => {
      const { create } = schemasOf(kind)
      const compiled = Schema.Compile(create as object)
      const whole = sampleOf(create, 1, kind.name) as object
      let count = 0
      const agree = (about: string, body: unknown) => {
        count++
        assert.equal([...faultsOf(create, body)].length === 0, compiled.Check(body), about)
      }
      agree('whole', whole)
      for (const [key, schema] of Object.entries(create.properties ?? {})) {
        for (const { about, value } of probes(schema, key))
          agree(`${key}: ${about}`, { ...whole, [key]: value })
      }
      for (const key of create.required ?? []) agree(`without ${key}`, { ...whole, [key]: undefined })
      agree('a member too many', { ...whole, nope: 1 })
      assert.ok(count > 10)
    })
  }

  test('values that are not known yet are not checked', () => {
    const schema: JsonSchema = { type: 'array', items: { type: 'integer', maximum: 3 }, maxItems: 3 }
    const isOpen = (value: unknown) => value === '?'
    assert.deepEqual([...faultsOf(schema, '?', isOpen)], [])
    assert.deepEqual([...faultsOf(schema, ['?', 4], isOpen)], [{ path: [1], message: 'must be 3 or less' }])
  })
})

function* probes(schema: JsonSchema, key: string) {
  yield* limitProbes(schema, key)
  for (const value of wrongTypes(schema)) yield { about: `type ${typeof value}`, value }
}
