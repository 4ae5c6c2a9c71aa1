import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kind, kinds } from '@svc/model'
import { columnsOf } from './columns.ts'
import { fitting } from './fitting.ts'
import { usualColumns } from './usual-columns.ts'

const shownAt = (kind: Kind, room: number): readonly string[] => {
  const byKey = new Map(columnsOf(kind).map((column) => [column.key, column]))
  const usual = usualColumns(kind).flatMap((key) => byKey.get(key) ?? [])
  return fitting(usual, room, 200).map(({ key }) => key)
}

test('where there is room, a list shows all that is usual', () => {
  for (const kind of [kinds.api, kinds.slo, kinds.issue, kinds.deployment])
    assert.deepEqual(shownAt(kind, 1_084), usualColumns(kind))
})

test('on a tablet it keeps how things stand and whose they are', () => {
  assert.deepEqual(shownAt(kinds.api, 700), ['name', 'ownerTeamId', 'kind', 'lifecycle'])
  assert.deepEqual(shownAt(kinds.slo, 718), [
    'name',
    'appId',
    'status',
    'currentValue',
    'errorBudgetPercentUsed',
  ])
})

test('three columns stay, however narrow it is', () => {
  assert.equal(shownAt(kinds.issue, 100).length, 3)
})
