import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { versionsOf } from './versions.ts'

const base = { name: 'Old', description: 'Old', tags: ['a'], updatedAt: '1' }

test('both versions of each field that differs, those that both changed first', () => {
  const mine = { name: 'Mine', description: 'Mine' }
  const theirs = { ...base, description: 'Theirs', tags: ['b'], updatedAt: '2' }
  const told = versionsOf(kinds.domain, { base, mine, theirs }).map((one) => [
    one.key,
    one.mine,
    one.theirs,
    one.isMine,
    one.isTheirs,
  ])
  assert.deepEqual(told, [
    ['description', 'Mine', 'Theirs', true, true],
    ['name', 'Mine', 'Old', true, false],
    ['tags', ['a'], ['b'], false, true],
  ])
})

test('what both changed in the same way is no difference', () => {
  const theirs = { ...base, name: 'New' }
  assert.deepEqual(versionsOf(kinds.domain, { base, mine: { name: 'New' }, theirs }), [])
})
