import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkSchema } from '../../protocol/check-schema.ts'
import { isEqual } from '../../protocol/equal.ts'
import { type Attributes, objectTypeOf } from '../../protocol/schema.ts'
import { type ObjectValue, unknown } from '../../protocol/value.ts'
import { planProblems, resultProblems } from '../../testing/core-rules.ts'
import { plan } from './plan.ts'
import { reconcile } from './reconcile.ts'
import { replacements } from './replacements.ts'
import { configOf, knownValue, resources, stateOf } from './testing/resources.ts'
import { reword, settle } from './testing/service.ts'

const planned = (attributes: Attributes, prior: ObjectValue | null, config: ObjectValue): ObjectValue =>
  plan({ attributes, prior, config })

const open = { isOpen: true }
const known = { isOpen: false }
const runs = { numRuns: 150 }

test('the resources that these laws are tried on are such as a provider may have', () => {
  fc.assert(
    fc.property(resources(), (attributes) => {
      checkSchema('any', { version: 0, description: '', attributes }, new Set())
    }),
    runs,
  )
})

test('what is planned is a plan to the host, from nothing and from any state', () => {
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const attributes = g(resources)
      const config = g(configOf, attributes, open)
      for (const prior of [null, g(stateOf, attributes)]) {
        assert.deepEqual(
          planProblems(attributes, { prior, config, planned: planned(attributes, prior, config) }),
          [],
        )
      }
    }),
    runs,
  )
})

test('planning twice gives the same, and what stays as it is replaces nothing', () => {
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const attributes = g(resources)
      const [prior, config] = [g(stateOf, attributes), g(configOf, attributes, open)]
      const first = planned(attributes, prior, config)
      assert.deepEqual(planned(attributes, prior, config), first)
      assert.deepEqual(replacements(attributes, prior, prior), [])
    }),
    runs,
  )
})

/** An object that was made by a service, and answered in its own words. */
function made(g: fc.GeneratorValue, attributes: Attributes, config: ObjectValue, prior: ObjectValue | null) {
  const wanted = planned(attributes, prior, config)
  const answer = reword(
    attributes,
    settle(attributes, wanted, (attribute) => g(knownValue, attribute)),
  )
  return { wanted, answer, state: reconcile(attributes, wanted, answer) }
}

test('what a service makes of a plan is what was planned, whatever its words', () => {
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const attributes = g(resources)
      const config = g(configOf, attributes, known)
      for (const prior of [null, g(stateOf, attributes)]) {
        const { wanted, state } = made(g, attributes, config, prior)
        assert.deepEqual(resultProblems(attributes, wanted, state), [])
      }
    }),
    runs,
  )
})

test('once made, the same configuration plans no change', () => {
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const attributes = g(resources)
      const config = g(configOf, attributes, known)
      for (const prior of [null, g(stateOf, attributes)]) {
        const { state } = made(g, attributes, config, prior)
        assert.equal(planned(attributes, state, config), state)
      }
    }),
    runs,
  )
})

test('reading again what was made finds no drift', () => {
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const attributes = g(resources)
      const { state } = made(g, attributes, g(configOf, attributes, known), null)
      const read = reconcile(attributes, state, reword(attributes, state))
      assert.ok(isEqual(read, state, objectTypeOf(attributes)))
    }),
    runs,
  )
})

test('a plan made once more when everything is known keeps all that was known before', () => {
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const attributes = g(resources)
      const config = g(configOf, attributes, open)
      const final = settle(attributes, config, (attribute) => g(knownValue, attribute))
      for (const prior of [null, g(stateOf, attributes)]) {
        const [first, last] = [config, final].map((one) => planned(attributes, prior, one))
        assert.deepEqual(resultProblems(attributes, first ?? unknown, last ?? unknown), [])
      }
    }),
    runs,
  )
})
