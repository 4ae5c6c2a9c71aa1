import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindsDerivedFrom, kindsThatFollow } from './follows.ts'
import { allKinds, findKind } from './kinds/index.ts'

test('fields derived from a kind change when it does', () => {
  assert.deepEqual(kindsDerivedFrom('project'), ['deployment', 'cost_entry'])
  assert.deepEqual(kindsDerivedFrom('user'), ['team'])
  assert.deepEqual(kindsDerivedFrom('team'), ['user'])
  assert.deepEqual(kindsDerivedFrom('runbook'), [])
})

test('scores follow entities and scorecards, the graph follows what its nodes show', () => {
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
