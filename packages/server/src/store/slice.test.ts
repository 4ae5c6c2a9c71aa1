import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@svc/model'
import { newId } from '../services/ids.ts'
import { draftOf } from '../services/records/draft.ts'
import { onEachEngine, openTestStore, type TestStore } from '../testing/index.ts'
import { withTables } from '../testing/tables.ts'
import type { PartitionId } from './partition-id.ts'
import { createPendingWrites } from './pending-writes.ts'
import { recordsIn } from './records.ts'
import type { Sql } from './sql.ts'
import type { StoredRecord } from './table.ts'

const { project } = kinds
const partitionId = 'org_x/live' as PartitionId
const at = '2026-01-01T00:00:00.000Z'

onEachEngine((engine) => {
  let opened: TestStore
  before(async () => {
    opened = await openTestStore(engine)
  })
  after(() => opened?.remove())

  test('a record that leaves a list between the choice of its rows and their reading is not shown', async () => {
    await withTables(opened.store, async (tx) => {
      const pending = createPendingWrites(tx)
      const ids = [1, 2].map(() => newId(project.idPrefix, new Date(at)))
      for (const id of ids) {
        const record = draftOf(project, { name: `Listed ${id}` }, { id, at }).next as StoredRecord['record']
        pending.put(project, partitionId, { before: undefined, after: { record, revision: 1, edited: 1 } })
      }
      await pending.flush()
      let isHidden = false
      const meanwhile: Sql = {
        ...tx,
        async all(text, params) {
          const rows = await tx.all(text, params)
          if (!isHidden) await tx.run('update projects set archived = 1 where id = ?', [String(ids[1])])
          isHidden = true
          return rows
        },
      }
      const { stored } = await recordsIn(partitionId, meanwhile).slice(project, {
        where: [{ field: 'archived', is: false }, { search: 'listed' }],
        limit: 10,
        bytes: 1_000,
      })
      assert.deepEqual(
        stored.map(({ record }) => record.id),
        [ids[0]],
      )
      assert.ok(isHidden)
    })
  })
})
