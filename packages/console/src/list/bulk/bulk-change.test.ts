import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { effectOn, planOf } from './bulk-change.ts'
import { undoing } from './bulk-run.ts'

const project = (more: object) => ({
  id: 'prj_1',
  name: 'Checkout',
  lifecycle: null,
  tags: [],
  tier: 2,
  ...more,
})
const on = (change: Parameters<typeof effectOn>[1], more = {}) =>
  effectOn(kinds.project, change, project(more))

test('one value for all: a record that has it stays, one that may not have it is refused', () => {
  const toRetired = { key: 'lifecycle', value: 'retired' }
  assert.deepEqual(on(toRetired), { kind: 'change', changes: { lifecycle: 'retired' } })
  assert.deepEqual(on(toRetired, { lifecycle: 'retired' }), { kind: 'same' })
  assert.deepEqual(on({ key: 'tier', value: null }), { kind: 'change', changes: { tier: null } })
  const refused = on({ key: 'tier', value: 9 })
  assert.equal(refused.kind, 'refused')
})

test('entries are added to those that a record has, and removed from them', () => {
  const change = { key: 'tags', added: ['pci'], removed: ['old'] }
  assert.deepEqual(on(change, { tags: ['web', 'old'] }), {
    kind: 'change',
    changes: { tags: ['web', 'pci'] },
  })
  assert.deepEqual(on(change, { tags: ['pci'] }), { kind: 'same' })
})

test('a plan counts what changes, what stays and where it comes from', async () => {
  const rows = ['production', 'production', 'retired', null].map((lifecycle) => project({ lifecycle }))
  const { changing, same, refused, from } = await planOf(
    kinds.project,
    { key: 'lifecycle', value: 'retired' },
    rows,
    new AbortController().signal,
  )
  assert.deepEqual([changing.length, same, refused.length], [3, 1, 0])
  assert.deepEqual(from, [
    { value: 'production', count: 2 },
    { value: null, count: 1 },
  ])
})

test('what somebody has changed since is not changed back', () => {
  const done = { record: project({}), before: { tier: 2 }, after: { tier: 1 } }
  assert.deepEqual(undoing(done, project({ tier: 1 })), { kind: 'change', changes: { tier: 2 } })
  assert.deepEqual(undoing(done, project({ tier: 2 })), { kind: 'same' })
  assert.equal(undoing(done, project({ tier: 3 })).kind, 'refused')
})
