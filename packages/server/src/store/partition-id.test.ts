import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  homeOf,
  isHome,
  modeOf,
  organisationIdOf,
  type PartitionId,
  partitionIdOf,
  partitionRoles,
  partitionsOf,
} from './partition-id.ts'

test('a partition id names its organisation and its role there', () => {
  const { partitions, home } = partitionsOf('org_1')
  assert.equal(new Set([...Object.values(partitions), home]).size, partitionRoles.length)
  for (const id of [...Object.values(partitions), home]) {
    assert.equal(organisationIdOf(id), 'org_1')
    assert.equal(homeOf(id), home)
    assert.equal(isHome(id), id === home)
  }
  assert.deepEqual(
    [modeOf(partitions.live), modeOf(partitions.test), modeOf(home)],
    ['live', 'test', undefined],
  )
})

test('no two organisations share one, whatever their ids look like', () => {
  const ids = ['org', 'org.live', 'org.home', 'org.test.live', ''].flatMap((organisationId) =>
    partitionRoles.map((role) => ({ organisationId, id: partitionIdOf(organisationId, role) })),
  )
  assert.equal(new Set(ids.map(({ id }) => id)).size, ids.length)
  for (const { organisationId, id } of ids) assert.equal(organisationIdOf(id), organisationId)
})

test('a text is no partition id, whatever it looks like', () => {
  // @ts-expect-error only the store makes them
  const glued: PartitionId = 'org_1.live'
  assert.equal(glued, partitionIdOf('org_1', 'live'))
})
