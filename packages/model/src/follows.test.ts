import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindsDerivedFrom, kindsThatFollow } from './follows.ts'
import { allKinds, findKind } from './kinds/index.ts'

test('what is derived from a kind reads differently when it changes', () => {
  assert.deepEqual(kindsDerivedFrom('project'), ['deployment', 'cost_entry'])
  assert.deepEqual(kindsDerivedFrom('user'), ['team'])
  assert.deepEqual(kindsDerivedFrom('team'), ['user'])
  assert.deepEqual(kindsDerivedFrom('runbook'), [])
})

test('scores follow what they grade and by what, the graph what its nodes tell', () => {
  assert.deepEqual(kindsThatFollow('scorecard'), ['score'])
  assert.deepEqual(kindsThatFollow('project'), ['dependency', 'score'])
  assert.deepEqual(kindsThatFollow('slo'), ['dependency'])
})

test('a kind is derived from kinds that exist, and follows them', () => {
  for (const kind of allKinds) {
    for (const name of kind.follows ?? []) assert.ok(findKind(name), `${kind.name} follows ${name}`)
    for (const [key, { traits }] of Object.entries(kind.fields))
      if (traits.derivedFrom) assert.ok(findKind(traits.derivedFrom), `${kind.name}.${key}`)
  }
})
