import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kind, kinds } from '@svc/model'
import { columnsOf } from './columns.ts'
import { fitting } from './fitting.ts'
import { defaultColumns } from './default-columns.ts'

const shownAt = (kind: Kind, width: number): readonly string[] => {
  const byKey = new Map(columnsOf(kind).map((column) => [column.key, column]))
  const usual = defaultColumns(kind).flatMap((key) => byKey.get(key) ?? [])
  return fitting(usual, width, 200).map(({ key }) => key)
}

test('a wide list shows all default columns', () => {
  for (const kind of [kinds.api, kinds.slo, kinds.issue, kinds.deployment])
    assert.deepEqual(shownAt(kind, 1_084), defaultColumns(kind))
})

test('on a tablet it keeps status and owner', () => {
  assert.deepEqual(shownAt(kinds.api, 700), ['name', 'ownerTeamId', 'kind', 'lifecycle'])
  assert.deepEqual(shownAt(kinds.slo, 718), [
    'name',
    'appId',
    'status',
    'currentValue',
    'errorBudgetPercentUsed',
  ])
})

test('three columns remain, however narrow it is', () => {
  assert.equal(shownAt(kinds.issue, 100).length, 3)
})
