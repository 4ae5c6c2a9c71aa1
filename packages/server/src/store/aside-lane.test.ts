import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { CatalogError, kinds } from '@svc/model'
import { newId } from '../services/ids.ts'
import { draftOf } from '../services/records/draft.ts'
import { quickTmpdir } from '../testing/quick-dir.ts'
import { rowsIn, withTables } from '../testing/tables.ts'
import type { Change } from './change.ts'
import { openStore, type Store } from './open.ts'
import { type PartitionId, partitionIdOf } from './partition-id.ts'
import { insertOrganisation } from './queries/organisations.ts'

const kind = kinds.team
const actor = { type: 'system', id: null, name: 'svc' } as const
const request = (partitionId: PartitionId) => ({ partitionId, actor, now: () => new Date() })

const insert = (change: Change, name: string) => {
  const id = newId(kind.idPrefix, new Date(change.at))
  return change.insert(kind, draftOf(kind, { name }, { id, at: change.at }).next)
}

let dataDir: string
const stores: Store[] = []
let partitionId: PartitionId

/** Every write is committed by another thread, however few there are. */
const open = async (): Promise<Store> => {
  const store = await openStore({ dataDir, sqlite: { asideFromPerSecond: 0 } })
  stores.push(store)
  return store
}

before(async () => {
  dataDir = await mkdtemp(join(quickTmpdir(), 'svc-aside-'))
  const store = await open()
  await withTables(store, (tx) =>
    insertOrganisation(tx, { id: 'org_x', name: 'x', at: '2026-01-01T00:00:00.000Z' }),
  )
  partitionId = partitionIdOf('org_x', 'live')
})
after(async () => {
  for (const store of stores) await store.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** What was written is numbered without gaps, and the counters say what there is. */
async function checkLog(store: Store): Promise<void> {
  const [row] = await rowsIn(store, 'select last_seq, records from partitions where id = ?', [partitionId])
  const seqs = await rowsIn(store, 'select seq from events where partition_id = ? order by seq', [
    partitionId,
  ])
  assert.deepEqual(
    seqs.map(({ seq }) => seq),
    Array.from({ length: Number(row?.last_seq) }, (_, index) => index + 1),
  )
  const [teams] = await rowsIn(store, 'select count(*) as count from teams where partition_id = ?', [
    partitionId,
  ])
  assert.equal(row?.records, teams?.count)
}

test('jobs see what earlier ones have written, though it is not committed yet', async () => {
  const [store] = stores as [Store]
  const { record } = await store.write(request(partitionId), (change) => insert(change, '0'))
  const id = String(record.id)
  const increments = Array.from({ length: 300 }, () =>
    store.write(request(partitionId), async (change) => {
      const before = await change.find(kind, id)
      assert.ok(before)
      const name = String(Number(before.record.name) + 1)
      await change.update(kind, before, { ...before.record, name })
      return Number(name)
    }),
  )
  assert.deepEqual(
    await Promise.all(increments),
    Array.from({ length: 300 }, (_, index) => index + 1),
  )
  assert.equal((await store.records(partitionId).find(kind, id))?.record.name, '300')
  await checkLog(store)
})

test('a job that fails leaves nothing, and takes no other with it', async () => {
  const [store] = stores as [Store]
  const jobs = Array.from({ length: 60 }, (_, n) =>
    store.write(request(partitionId), async (change) => {
      await insert(change, `mixed ${n}`)
      if (n % 3 === 1) throw new CatalogError('invalid_request', 'Refused after a write.')
      if (n % 3 === 2) throw new Error('Broken.')
      return n
    }),
  )
  const outcomes = await Promise.allSettled(jobs)
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? 'fulfilled' : 'rejected')),
  )
  const names = await rowsIn(store, `select name from teams where partition_id = ? and name like 'mixed %'`, [
    partitionId,
  ])
  assert.equal(names.length, 20)
  await checkLog(store)
})

test('what needs a transaction gets one, in its turn', async () => {
  const [store] = stores as [Store]
  const jobs = Array.from({ length: 40 }, (_, n) =>
    store.write(request(partitionId), async (change) => {
      await insert(change, 'counted')
      // The list includes what this job and the earlier ones have only collected.
      const found = await change.list(kind, { where: [{ field: 'name', is: 'counted' }] })
      assert.equal(found.length, n + 1)
    }),
  )
  await Promise.all(jobs)
  await checkLog(store)
})

test('writes of two processes to one file do not overwrite each other', async () => {
  const [store] = stores as [Store]
  const other = await open()
  const { record } = await store.write(request(partitionId), (change) => insert(change, '0'))
  const id = String(record.id)
  const increment = (from: Store) =>
    from.write(request(partitionId), async (change) => {
      const before = await change.find(kind, id)
      assert.ok(before)
      await change.update(kind, before, { ...before.record, name: String(Number(before.record.name) + 1) })
    })
  for (let round = 0; round < 20; round += 1)
    await Promise.all(Array.from({ length: 10 }, (_, n) => increment(n % 2 ? store : other)))
  for (const one of [store, other]) {
    assert.equal((await one.records(partitionId).find(kind, id))?.record.name, '200')
    const [row] = await rowsIn(one, 'select revision from revisions where partition_id = ? and kind = ?', [
      partitionId,
      kind.name,
    ])
    const known = await one.revisions.current(partitionId)
    assert.equal(
      known.kinds.get(kind.name),
      Number(row?.revision),
      'each has noticed the writes of the other',
    )
  }
  await checkLog(store)
})
