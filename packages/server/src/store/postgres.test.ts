import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestStore } from '../testing/engines.ts'
import { rowsIn, withTables } from '../testing/tables.ts'

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
})
