import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '@svc/model'
import { newId } from '../services/ids.ts'
import { draftOf } from '../services/records/draft.ts'
import { openTestStore } from '../testing/engines.ts'
import { rowsIn, withTables } from '../testing/tables.ts'
import { partitionsOf } from './partition-id.ts'
import { insertOrganisation } from './queries/organisations.ts'

const skip = process.env.SVC_TEST_DATABASE_URL
  ? false
  : 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it'

describe('postgres', { skip }, () => {
  test('a connection keeps a limited number of prepared statements, however many there are', async (t) => {
    const { store, remove } = await openTestStore('postgres')
    t.after(remove)
    for (let n = 0; n < 600; n += 1) {
      assert.deepEqual(await rowsIn(store, `select ${n} + ?::int as sum`, [n]), [{ sum: 2 * n }])
    }
    const [kept] = await rowsIn(store, 'select count(*) as count from pg_prepared_statements')
    assert.ok(Number(kept?.count) > 100)
    assert.ok(Number(kept?.count) <= 500, `${kept?.count} are kept.`)
  })

  test('a transaction whose process has vanished gives its locks back', async (t) => {
    const { store, remove } = await openTestStore('postgres')
    t.after(remove)
    const [setting] = await withTables(store, (tx) =>
      tx.all(`select setting::int as ms from pg_settings where name = 'idle_in_transaction_session_timeout'`),
    )
    assert.ok(Number(setting?.ms) > 0 && Number(setting?.ms) <= 60_000)
  })

  test('a connection that breaks in a transaction breaks that transaction and nothing else', async (t) => {
    const { store, remove } = await openTestStore('postgres')
    t.after(remove)
    const broken = withTables(store, async (tx) => {
      const [me] = await tx.all('select pg_backend_pid() as pid')
      await rowsIn(store, 'select pg_terminate_backend(?)', [Number(me?.pid)])
      // While it waits for something else, only the connection's listener hears of it.
      await new Promise((resolve) => setTimeout(resolve, 200))
      return tx.all('select 1 as one')
    })
    await assert.rejects(broken)
    assert.deepEqual(await withTables(store, (tx) => tx.all('select 1 as one')), [{ one: 1 }])
  })

  test('writes that come while another process has the partition share one commit', async (t) => {
    const { store, remove } = await openTestStore('postgres')
    t.after(remove)
    const now = () => new Date()
    const organisationId = newId('org', now())
    await store.transaction((tx) =>
      tx.run(insertOrganisation, { id: organisationId, name: 'Acme', at: now().toISOString() }),
    )
    const partitionId = partitionsOf(organisationId).partitions.live
    const actor = { type: 'system', id: null, name: 'svc' } as const
    const create = () =>
      store.write({ partitionId, actor, now }, (change) => {
        const made = { id: newId(kinds.resource.idPrefix, now()), at: change.at }
        return change.insert(kinds.resource, draftOf(kinds.resource, { name: 'Orders' }, made).next)
      })
    const isWaiting = async () => {
      const text = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      return (await rowsIn(store, text)).length > 0
    }
    const writes = await withTables(store, async (tx) => {
      await tx.all('select id from partitions where id = ? for update', [partitionId])
      const first = create()
      while (!(await isWaiting())) await sleep(5)
      return [first, ...Array.from({ length: 9 }, create)]
    })
    await Promise.all(writes)
    const [made] = await rowsIn(
      store,
      'select count(*) as records, count(distinct xmin::text) as commits from resources',
    )
    assert.deepEqual(made, { records: 10, commits: 1 })
  })
})
