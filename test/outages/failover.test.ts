import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  atEnd,
  type Cluster,
  clientOf,
  eventually,
  newOrganisation,
  quickTmpdir,
  startCluster,
  migrate,
  openEngine,
} from '@svc/server/testing'
import pg from 'pg'
import { runSvc } from '../../packages/cli/src/testing/run-svc.ts'
import { type ServerOn, serverOn } from '../../packages/server/src/testing/server-on.ts'
import { type FickleProxy, startFickleProxy } from './fickle-proxy.ts'
import { assertForgotten, noteHistory } from './lost-history.ts'

const skip = process.env.SVC_TEST_DATABASE_URL
  ? false
  : 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it'

describe('a PostgreSQL that is taken over by another', { skip }, () => {
  let dataDir: string
  let primary: Cluster
  let standby: Cluster
  let proxy: FickleProxy
  let server: ServerOn
  const clusters: Cluster[] = []

  const start = async (options: Partial<Parameters<typeof startCluster>[0]> = {}): Promise<Cluster> => {
    const cluster = await startCluster({ durable: false, ...options })
    clusters.push(cluster)
    return cluster
  }

  before(async () => {
    dataDir = await mkdtemp(join(quickTmpdir(), 'svc-failover-'))
    primary = await start()
    proxy = await startFickleProxy(primary.url)
    server = await serverOn({ dataDir, databaseUrl: proxy.url }, { log: () => {} })
  })
  after(async () => {
    await server?.close()
    await proxy?.close()
    for (const cluster of clusters) await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Breaks all connections, and redirects everyone to another server. */
  const takeOver = (by: Cluster): void => {
    proxy.cut()
    proxy.turnTo(by.url)
    proxy.mend()
  }

  test('the same rows in another cluster are another history', async () => {
    const { owner } = await newOrganisation(server.store, server.url)
    const { id } = (await owner.post('/teams', { name: 'kept' })).body
    await owner.post('/teams', { name: 'beside' })
    const path = `/teams/${id}`
    const lost = await noteHistory(owner, path)
    const other = await start()
    await copyRows(primary.url, other.url)
    await ask(other.url, `alter role postgres password '${new URL(primary.url).password}'`)
    takeOver(other)
    // Not a single number is lower than before.
    await assertForgotten(server.url, owner, { path, name: 'lost', lost })
    takeOver(primary)
    await eventually(
      () => owner.get('/me'),
      ({ status }) => status === 200,
    )
  })

  test('a start against a standby names that cause', async () => {
    standby = await start({ standbyOf: primary })
    const started = await runSvc(['serve', '--port', '0'], {
      env: { SVC_DATABASE_URL: standby.url, SVC_DATA_DIR: join(dataDir, 'standby') },
    })
    assert.equal(started.code, 1)
    assert.match(started.err, /accepts no writes: it is a replica.* the address of the primary\.\n$/)
  })

  test('after a failover that lost the last changes nothing of them counts, though their numbers do again', async (t) => {
    const { owner, ownerToken } = await newOrganisation(server.store, server.url)
    const { id } = (await owner.post('/teams', { name: 'kept' })).body
    const { body: beside } = await owner.post('/teams', { name: 'beside' })
    const path = `/teams/${id}`
    await eventually(
      () => ask(standby.url, 'select 1 from teams where id = $1', [beside.id]),
      (rows) => rows.length === 1,
    )
    await stopFollowing(standby.url)
    const lost = await noteHistory(owner, path)
    proxy.cut()
    await primary.stop()
    await ask(standby.url, 'select pg_promote()')
    // Somebody else writes first, and gets the numbers that were lost.
    const second = await serverOn({ dataDir, databaseUrl: standby.url })
    atEnd(t, second.close)
    const elsewhere = clientOf(second.url, ownerToken)
    assert.equal((await elsewhere.patch(path, { name: 'other' })).status, 200)
    assert.equal((await elsewhere.get('/events?limit=1000')).body.lastSeq, lost.lastSeq)
    takeOver(standby)
    await assertForgotten(server.url, owner, { path, name: 'other', lost })
    await assertForgotten(second.url, elsewhere, { path, name: 'other', lost })
  })
})

async function ask(url: string, text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/** What is written to the primary from now on does not reach it. */
async function stopFollowing(url: string): Promise<void> {
  await ask(url, `alter system set primary_conninfo = ''`)
  await ask(url, 'select pg_reload_conf()')
  await eventually(
    () => ask(url, 'select 1 from pg_stat_wal_receiver'),
    (rows) => rows.length === 0,
  )
}

/** As a dump that is restored elsewhere. */
async function copyRows(from: string, to: string): Promise<void> {
  const engine = await openEngine({ dataDir: '', databaseUrl: to })
  await migrate(engine)
  await engine.close()
  const tables = await ask(from, `select tablename as name from pg_tables where schemaname = 'public'`)
  const client = new pg.Client({ connectionString: to })
  await client.connect()
  await client.query('begin; set local session_replication_role = replica; delete from schema_migrations')
  for (const { name } of tables) {
    const rows = await ask(from, `select coalesce(json_agg(t), '[]')::text as rows from ${name} t`)
    await client.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [
      rows[0].rows,
    ])
  }
  await client.query('commit')
  await client.end()
}
