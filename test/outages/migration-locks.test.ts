import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd, openTestStore, rowsIn, migrate, openEngine } from '@svc/server/testing'
import pg from 'pg'
import { migrations } from '../../packages/server/src/store/migrations/index.ts'

const skip = process.env.SVC_TEST_DATABASE_URL
  ? false
  : 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it'

test('a migration that is blocked by a running backup keeps nobody else waiting', {
  skip,
}, async (t) => {
  const { store, location, remove } = await openTestStore('postgres')
  atEnd(t, remove)
  const backup = new pg.Client({ connectionString: String(location.databaseUrl) })
  await backup.connect()
  backup.on('error', () => {})
  // What pg_dump holds on every table until it is done.
  await backup.query('begin; lock table projects in access share mode')

  const change = { id: '9999-test', statements: ['alter table projects add column extra text'] }
  let isDone = false
  const engine = await openEngine(location)
  atEnd(t, () => engine.close())
  const migrated = migrate(engine, [...migrations, change]).then((applied) => {
    isDone = true
    return applied
  })
  for (let round = 0; round < 30; round += 1) {
    await rowsIn(store, 'select count(*) as count from projects')
    await sleep(100)
  }
  assert.equal(isDone, false, 'it waits for the backup')
  await backup.query('commit')
  await backup.end()
  assert.deepEqual(await migrated, ['9999-test'])
})
