import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partitionsOf } from '../../store/partition-id.ts'
import { indexedIn, queueIndexing } from '../../store/search/backlog.ts'
import { indexNext } from '../../store/search/index-backlog.ts'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { executeIn, rowsIn } from '../../testing/tables.ts'
import { buildTextIndex } from './build-index.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  /** As after an upgrade, or in a loaded archive: records that the index does not know. */
  const forget = async (organisationId: string) => {
    const partitionId = partitionsOf(organisationId).partitions.live
    const docs = await rowsIn(app.store, 'select * from search_docs where partition_id = ?', [partitionId])
    if (engine === 'sqlite')
      for (const { doc } of docs)
        await executeIn(app.store, 'delete from search_index where rowid = ?', [Number(doc)])
    await executeIn(app.store, 'delete from search_docs where partition_id = ?', [partitionId])
    await app.store.transaction((tx) => tx.run(queueIndexing, partitionId))
    return { partitionId, count: docs.length }
  }

  /** Together with the schedule of the server. */
  const caughtUp = async () => {
    do await buildTextIndex(app.store)
    while ((await rowsIn(app.store, 'select 1 from search_pending')).length > 0)
  }

  test('records that the index does not know are found, before, while and after it is built', async () => {
    const { owner, id } = await app.organisation()
    for (const name of ['Checkout', 'Ledger', 'Invoices']) await owner.post('/projects', { name })
    await owner.post('/apis', { name: 'Checkout API' })
    await caughtUp()
    const { partitionId, count } = await forget(id)
    assert.equal(count, 4)
    const found = async (q: string) =>
      (await owner.get(`/projects?q=${q}`)).body.projects.map(({ name }: { name: string }) => name)
    const check = async () => {
      assert.deepEqual(await found('heck'), ['Checkout'])
      assert.deepEqual(await found('e'), ['Invoices', 'Ledger', 'Checkout'])
      assert.deepEqual(await found('nothing'), [])
    }
    await check()
    for (let n = 0; n < 2; n++) {
      await app.store.transaction((tx) => tx.run(indexNext, partitionId, 1))
      await check()
    }
    // Written while the rest is still to come.
    const made = (await owner.post('/projects', { name: 'Heckler' })).body
    await owner.patch(`/projects/${made.id}`, { name: 'Hecklers' })
    assert.equal(await app.store.run(indexedIn, partitionId), 'some')
    await buildTextIndex(app.store)
    assert.equal(await app.store.run(indexedIn, partitionId), 'all')
    assert.deepEqual(await found('heck'), ['Hecklers', 'Checkout'])
    await caughtUp()
    const docs = await rowsIn(app.store, 'select record_id from search_docs where partition_id = ?', [
      partitionId,
    ])
    assert.equal(docs.length, count + 1)
    assert.equal(await buildTextIndex(app.store), 0)
  })
})
