import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@svc/model'
import { newId } from '../services/ids.ts'
import { draftOf } from '../services/records/draft.ts'
import { onEachEngine, openTestStore, type TestStore } from '../testing/engines.ts'
import { executeIn, rowsIn, withTables } from '../testing/tables.ts'
import type { Change } from './change.ts'
import type { Store } from './open.ts'
import { type PartitionId, partitionIdOf } from './partition-id.ts'
import { countFacets, countMoreFacets, partitionsToCount } from './queries/count-facets.ts'
import { keptCount, keptFacets } from './queries/facets.ts'
import { insertOrganisation } from './queries/organisations.ts'

const kind = kinds.domain
const actor = { type: 'system', id: null, name: 'svc' } as const

onEachEngine((engine) => {
  let opened: TestStore
  let store: Store
  let organisations = 0
  before(async () => {
    opened = await openTestStore(engine)
    store = opened.store
  })
  after(() => opened?.remove())

  const newPartition = async (): Promise<PartitionId> => {
    const id = `org_${++organisations}`
    await withTables(store, (tx) => insertOrganisation(tx, { id, name: id, at: '2026-01-01T00:00:00.000Z' }))
    return partitionIdOf(id, 'live')
  }
  const write = <T>(partitionId: PartitionId, run: (change: Change) => Promise<T>): Promise<T> =>
    store.write({ partitionId, actor, now: () => new Date() }, run)
  const insert = (change: Change, tag: string) => {
    const id = newId(kind.idPrefix, new Date(change.at))
    return change.insert(kind, draftOf(kind, { name: tag, tags: [tag] }, { id, at: change.at }).next)
  }
  const fill = (partitionId: PartitionId, count: number) =>
    write(partitionId, async (change) => {
      const made = []
      for (let n = 0; n < count; n += 1) made.push(await insert(change, n % 3 === 0 ? 'third' : 'other'))
      return made
    })
  const kept = async (partitionId: PartitionId) => {
    const found = await store.run(keptFacets, partitionId, kind)
    return found && [found.total, ...(found.facets.tag ?? []).map(({ value, count }) => `${value} ${count}`)]
  }
  const countAll = (partitionId: PartitionId) => store.transaction((tx) => tx.run(countFacets, partitionId))

  test('records that are removed at once, by statements of their own, count no more', async () => {
    const partitionId = await newPartition()
    const made = await fill(partitionId, 9)
    await write(partitionId, (change) => change.removeAll(kind, made.slice(0, 4)))
    assert.deepEqual(await kept(partitionId), [5, 'other 4', 'third 1'])
  })

  test('what is written in a way that cannot be counted is counted anew', async () => {
    const partitionId = await newPartition()
    await fill(partitionId, 9)
    const ways: ((change: Change) => Promise<void>)[] = [
      (change) => change.removeWhere(kind, 'name', 'third'),
      async (change) => {
        await insert(change, 'before')
        await change.run((sql) =>
          sql.run(`update ${kind.table} set tags = '["own"]' where partition_id = ?`, [partitionId]),
        )
        change.touch(kind)
        await insert(change, 'after')
      },
    ]
    const wanted = [
      [6, 'other 6'],
      [8, 'own 7', 'after 1'],
    ]
    for (const [index, way] of ways.entries()) {
      await write(partitionId, way)
      assert.equal(await kept(partitionId), undefined, 'nobody knows')
      assert.ok((await store.run(partitionsToCount)).includes(partitionId))
      await write(partitionId, async (change) => {
        const [one] = await change.list(kind, { where: [], limit: 1 })
        if (one) await change.update(kind, one, { ...one.record, description: 'changed' })
      })
      assert.equal(await kept(partitionId), undefined)
      await countAll(partitionId)
      assert.deepEqual(await kept(partitionId), wanted[index])
    }
  })

  test('what is written between the steps of a count is counted once', async () => {
    const partitionId = await newPartition()
    const made = await fill(partitionId, 1_300)
    await executeIn(store, 'update facet_counts set count = 99 where partition_id = ?', [partitionId])
    await executeIn(store, `update partitions set facets_of = 'other fields' where id = ?`, [partitionId])
    const renamed = async (at: number, tag: string): Promise<void> => {
      const { id } = made[at]?.record ?? {}
      await write(partitionId, async (change) => {
        const one = await change.find(kind, String(id))
        assert.ok(one)
        await change.update(kind, one, { ...one.record, tags: [tag] })
      })
    }
    const removed = (at: number): Promise<void> =>
      write(partitionId, async (change) => {
        const one = await change.find(kind, String(made[at]?.record.id))
        if (one) await change.remove(kind, one)
      })
    let steps = 0
    do {
      assert.equal(await kept(partitionId), undefined)
      assert.equal(await store.run(keptCount, partitionId, { kind, name: 'tag', value: 'third' }), undefined)
      // Some of these are counted already, some are not.
      for (const at of [0, 400, 700, 1_000, 1_290]) {
        await renamed(at + 2 * steps, 'new')
        await removed(at + 2 * steps + 1)
      }
      await write(partitionId, (change) => insert(change, 'late'))
      steps += 1
    } while (await store.transaction((tx) => tx.run(countMoreFacets, partitionId)))
    assert.ok(steps >= 3)
    const tags = await rowsIn(
      store,
      `select value, count(*) as count from elements where partition_id = ? and kind = ? and field = 'tags'
       group by value order by 2 desc, 1`,
      [partitionId, kind.name],
    )
    assert.deepEqual(await kept(partitionId), [
      1_300 - 5 * steps + steps,
      ...tags.map(({ value, count }) => `${value} ${count}`),
    ])
    assert.equal(await store.run(keptCount, partitionId, { kind, name: 'tag', value: 'new' }), 5 * steps)
    assert.ok(!(await store.run(partitionsToCount)).includes(partitionId))
  })
})
