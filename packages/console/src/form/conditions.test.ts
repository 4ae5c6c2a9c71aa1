import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { conditionsFor, withoutOutdated } from './conditions.ts'

const schema = kinds.scorecard.fields.rules.schema.items ?? {}
const conditions = conditionsFor(kinds.scorecard, 'rules')
const changed = (before: object, next: object) => withoutOutdated(schema, conditions, before, next)

test('parameters go with the type that they were for, and everything else stays', () => {
  const before = { type: 'lifecycle_in', label: 'Live', weight: 2, params: { lifecycles: ['production'] } }
  const next = { ...before, type: 'has_owner_team' }
  assert.deepEqual(changed(before, next), { type: 'has_owner_team', label: 'Live', weight: 2 })
})

test('parameters stay while something else is changed, and when they themselves are', () => {
  const before = { type: 'lifecycle_in', label: 'Live', weight: 2, params: { lifecycles: ['production'] } }
  for (const next of [
    { ...before, label: 'Production' },
    { ...before, params: { lifecycles: ['retired'] } },
  ])
    assert.deepEqual(changed(before, next), next)
})
