import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, kinds } from '@svc/model'
import { bodyOf, changesOf, draftOf, faultsIn, givenIn } from './draft.ts'
import { numberIn } from './controls/number-in.ts'
import { changesBetween } from '../values/changes-between.ts'

test("a form that is filled in like a kind's example sends it, and nothing is wrong with it", () => {
  for (const kind of allKinds.filter(({ verbs }) => verbs.includes('create'))) {
    const body = bodyOf(kind, draftOf(kind, kind.example as Record<string, unknown>))
    for (const [key, value] of Object.entries(kind.example)) assert.deepEqual(body[key], value, kind.name)
    assert.deepEqual(faultsIn(kind, body, null), [], kind.name)
  }
})

test('an empty form is told what it lacks, by the names of the fields', () => {
  const faults = faultsIn(kinds.slo, bodyOf(kinds.slo, draftOf(kinds.slo, {})), null)
  assert.deepEqual(faults.map(({ path }) => path).sort(), ['appId', 'name', 'target', 'type', 'window'])
})

test('only what was changed is sent; what was emptied becomes null', () => {
  const record = { id: 'dom_1', name: 'Sales', description: 'Old.', ownerTeamId: null, tags: ['a'] }
  const draft = { ...draftOf(kinds.domain, record), description: '' }
  assert.deepEqual(changesOf(kinds.domain, draft, record), { description: null })
  assert.deepEqual(changesOf(kinds.domain, draftOf(kinds.domain, record), record), {})
})

test('a default is for new records: what an existing one leaves open is empty, and can be set to the default', () => {
  const { default: freshness } = kinds.slo.fields.freshnessMinutes.traits
  assert.equal(draftOf(kinds.slo, {}).freshnessMinutes, freshness)
  const record = { ...kinds.slo.example, freshnessMinutes: null }
  const draft = draftOf(kinds.slo, record)
  assert.equal(draft.freshnessMinutes, null)
  assert.deepEqual(changesOf(kinds.slo, { ...draft, freshnessMinutes: freshness }, record), {
    freshnessMinutes: freshness,
  })
})

test('a rule over several fields is asked before anything is sent', () => {
  const [fault] = faultsIn(kinds.slo, { ...kinds.slo.example, target: 120 }, null)
  assert.equal(fault?.path, 'target')
})

test('a change is told field by field, without what changes every time', () => {
  const before = { name: 'A', tags: [], updatedAt: '1' }
  const after = { name: 'B', tags: [], updatedAt: '2' }
  const changes = changesBetween(kinds.domain, before, after)
  assert.deepEqual(
    changes.map(({ label, before: was, after: is }) => [label, was, is]),
    [['Name', 'A', 'B']],
  )
})

test('what nobody has touched is not sent, whatever it is: empty, null or a default', () => {
  for (const kind of allKinds.filter(({ verbs }) => verbs.includes('update'))) {
    const nullable = Object.entries(kind.fields).filter(([, { traits }]) => traits.nullable)
    const empty = nullable.map(([key, { type }]) => [key, type === 'text' ? '' : null])
    const record = { ...kind.example, ...Object.fromEntries(empty) }
    assert.deepEqual(changesOf(kind, draftOf(kind, record), record), {}, kind.name)
  }
})

test('a number is the same however it is written; one that cannot be held is left to be refused', () => {
  const written = ['99.90', '.5', '1.', '007', '-0.250', '1e3', ' 42 ', '']
  assert.deepEqual(written.map(numberIn), [99.9, 0.5, 1, 7, -0.25, 1000, 42, null])
  const refused = ['-', '1,5', '12345678901234567890', '1e999', '0x10', 'ten']
  assert.deepEqual(refused.map(numberIn), refused)
})

test('a new record begins with what the address says, in the form that its fields have', () => {
  assert.deepEqual(givenIn(kinds.runbook, { appId: 'prj_1' }), { linkedAppIds: ['prj_1'] })
  const given = givenIn(kinds.api, { name: 7, tags: 'a', ownerTeamId: 'team_1', nonsense: true })
  assert.deepEqual(given, { name: '7', tags: ['a'], ownerTeamId: 'team_1' })
})
