import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { groupingsOf, groupsIn, queryOf } from './group-by.ts'

const by = (name: string) => {
  const found = groupingsOf(kinds.project).find((one) => one.name === name)
  assert.ok(found)
  return found
}

test('projects are grouped by what their values are counted of', () => {
  assert.deepEqual(
    groupingsOf(kinds.project).map(({ label }) => label),
    ['Owner team', 'Lifecycle', 'Type', 'Tier', 'Tags'],
  )
})

test('groups are in the order of the model, and those without a value come last', () => {
  const values = [null, 'retired', 'production', 'experimental'].map((value) => ({ value, count: 1 }))
  assert.deepEqual(
    groupsIn(by('lifecycle'), values, null).map(({ value }) => value),
    ['experimental', 'production', 'retired', null],
  )
  assert.deepEqual(
    groupsIn(by('lifecycle'), values, { key: 'lifecycle', isDescending: true }).map(({ value }) => value),
    ['retired', 'production', 'experimental', null],
  )
})

test('the list of a group is the whole list with one filter more', () => {
  const query = { q: 'x', sort: 'name' }
  assert.deepEqual(queryOf(by('tier'), { value: '1', count: 2 }, query), { ...query, tier: '1' })
  assert.deepEqual(queryOf(by('ownerTeamId'), { value: null, count: 2 }, query), {
    ...query,
    ownerTeamId: 'none',
  })
  assert.deepEqual(queryOf(by('tier'), { value: null, count: 2 }, { ...query, query: 'is:archived' }), {
    ...query,
    query: 'is:archived no:tier',
  })
})
