import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@svc/model'
import { newId } from '../services/ids.ts'
import { draftOf } from '../services/records/draft.ts'
import { onEachEngine, openTestStore, type TestStore } from '../testing/index.ts'
import { withTables } from '../testing/tables.ts'
import { cascades, notPending } from './collected-writes.ts'
import { createPendingWrites } from './pending-writes.ts'
import type { PartitionId } from './partition-id.ts'
import { recordsIn } from './records.ts'
import type { RowWrites } from './row-statement.ts'
import type { Sql } from './sql.ts'
import type { StoredRecord } from './table.ts'

const kind = kinds.resource
const partitionId = 'org_x/live' as PartitionId
const at = '2026-01-01T00:00:00.000Z'

const resource = (name: string, tags: readonly string[] = []): StoredRecord => {
  const id = newId(kind.idPrefix, new Date(at))
  return {
    record: draftOf(kind, { name, tags }, { id, at }).next as StoredRecord['record'],
    revision: 1,
    edited: 1,
  }
}
const changed = (stored: StoredRecord, fields: object): StoredRecord => ({
  ...stored,
  record: { ...stored.record, ...fields },
  revision: stored.revision + 1,
})
const idOf = ({ record }: StoredRecord): string => String(record.id)

/** Passes everything on, and notes what was written together. */
function noted(sql: Sql): { readonly sql: Sql; readonly together: (readonly RowWrites[])[] } {
  const together: (readonly RowWrites[])[] = []
  return {
    together,
    sql: {
      ...sql,
      write: (writes) => {
        together.push(writes)
        return sql.write(writes)
      },
    },
  }
}

onEachEngine((engine) => {
  let opened: TestStore
  before(async () => {
    opened = await openTestStore(engine)
  })
  after(() => opened?.remove())

  const tagged = async (sql: Sql, tag: string): Promise<readonly unknown[]> => {
    const found = await recordsIn(partitionId, sql).list(kind, { where: [{ array: 'tags', has: tag }] })
    return found.map(({ record }) => record.name).toSorted()
  }

  test('any number of records is one statement for each table and verb', async () => {
    await withTables(opened.store, async (tx) => {
      const { sql, together } = noted(tx)
      const pending = createPendingWrites(sql)
      const made = Array.from({ length: 40 }, (_, n) => resource(`Made ${n}`, ['a', `n${n}`]))
      for (const record of made) pending.put(kind, partitionId, { before: undefined, after: record })
      await pending.flush()
      for (const [n, stored] of made.entries())
        pending.put(kind, partitionId, {
          before: stored,
          // On PostgreSQL one statement sets what differs in any of them.
          after: changed(stored, n % 2 ? { description: 'Other' } : { tags: ['b'], lifecycle: 'deprecated' }),
        })
      await pending.flush()
      const statements = together.map((writes) => writes.map(({ statement }) => statement.one.split(' (')[0]))
      assert.deepEqual(statements[0], [
        'insert into resources',
        'insert into elements',
        'insert into search_pending',
      ])
      const updates = statements[1]?.filter((text) => text?.startsWith('update resources')) ?? []
      assert.equal(updates.length, engine === 'postgres' ? 1 : 2)
      const stored = recordsIn(partitionId, tx)
      for (const [n, record] of made.entries()) {
        const found = await stored.find(kind, idOf(record))
        assert.deepEqual(
          [found?.record.description, found?.record.lifecycle],
          n % 2 ? ['Other', 'experimental'] : [null, 'deprecated'],
        )
      }
      assert.equal((await tagged(tx, 'a')).length, 20)
      assert.equal((await tagged(tx, 'b')).length, 20)
    })
  })

  test('a change of nothing that is searched leaves the text index alone', async () => {
    await withTables(opened.store, async (tx) => {
      const { sql, together } = noted(tx)
      const pending = createPendingWrites(sql)
      const made = resource('Searched', ['a'])
      pending.put(kind, partitionId, { before: undefined, after: made })
      await pending.flush()
      const steps = [{ lifecycle: 'deprecated' }, { tags: ['a'] }, { tags: ['b'] }, { name: 'Other' }]
      let stored = made
      for (const fields of steps) {
        const after = changed(stored, fields)
        pending.put(kind, partitionId, { before: stored, after })
        await pending.flush()
        stored = after
      }
      const isIndexed = (writes: readonly RowWrites[]) =>
        writes.some(({ statement }) => statement.table === 'search_pending')
      assert.deepEqual(together.map(isIndexed), [true, false, false, true, true])
    })
  })

  test('only what is left at the end is written', async () => {
    await withTables(opened.store, async (tx) => {
      const { sql, together } = noted(tx)
      const pending = createPendingWrites(sql)
      const [kept, dropped] = [resource('Kept', ['old']), resource('Dropped', ['gone'])]
      for (const one of [kept, dropped]) pending.put(kind, partitionId, { before: undefined, after: one })
      const renamed = changed(kept, { name: 'Renamed', tags: ['new'] })
      pending.put(kind, partitionId, { before: kept, after: renamed })
      pending.put(kind, partitionId, { before: dropped, after: undefined })
      assert.equal(pending.find(kind, partitionId, idOf(kept)), renamed)
      assert.equal(pending.find(kind, partitionId, idOf(dropped)), notPending)
      assert.equal(pending.find(kind, 'org_y/live' as PartitionId, idOf(kept)), notPending)
      await pending.flush()
      assert.deepEqual(
        together.map((writes) => writes.map(({ rows }) => rows.length)),
        [[1, 1, 1]],
      )
      assert.deepEqual(await tagged(tx, 'new'), ['Renamed'])
      assert.deepEqual(await tagged(tx, 'old'), [])
      assert.deepEqual(await tagged(tx, 'gone'), [])
      pending.put(kind, partitionId, { before: renamed, after: undefined })
      await pending.flush()
      assert.equal(await recordsIn(partitionId, tx).find(kind, idOf(kept)), undefined)
      assert.deepEqual(await tagged(tx, 'new'), [])
    })
  })

  test('a statement sees what is pending in the tables that it names; others wait for nothing', async () => {
    await withTables(opened.store, async (tx) => {
      const { sql, together } = noted(tx)
      const pending = createPendingWrites(sql)
      pending.put(kind, partitionId, { before: undefined, after: resource('Seen', ['seen']) })
      await pending.sql.all('select 1 as one from teams where partition_id = ?', [partitionId])
      assert.equal(together.length, 0)
      assert.deepEqual(await tagged(pending.sql, 'seen'), ['Seen'])
      assert.equal(together.length, 1)
    })
  })

  test('rows that go with those of another table are known', async () => {
    const found = await withTables(opened.store, (sql) =>
      sql.all(
        engine === 'postgres'
          ? `select confrelid::regclass::text as parent, conrelid::regclass::text as child
             from pg_constraint where contype = 'f' and confdeltype = 'c'`
          : `select k."table" as parent, t.name as child from sqlite_master t, pragma_foreign_key_list(t.name) k
             where t.type = 'table' and k.on_delete = 'CASCADE' and k.seq = 0`,
      ),
    )
    const known = Object.entries(cascades).flatMap(([parent, children]) =>
      children.map((child) => `${parent} ${child}`),
    )
    assert.deepEqual(found.map(({ parent, child }) => `${parent} ${child}`).toSorted(), known.toSorted())
  })
})
