import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { type Cluster, eventually, startCluster } from '@svc/server/testing'
import pg from 'pg'
import { examine } from './testing/examine.ts'
import { connectFakeStandby } from './testing/fake-standby.ts'
import { runSvc } from './testing/run-svc.ts'

// A separate cluster: the changes here would affect every other test.
describe('the doctor checks a PostgreSQL', {
  skip: process.platform === 'win32' && 'not on Windows',
}, () => {
  let cluster: Cluster
  before(async () => {
    cluster = await startCluster({ durable: true })
    const { code, err } = await runSvc(['migrate', '--database-url', cluster.url])
    assert.equal(code, 0, err)
  })
  after(() => cluster?.stop())

  const change = async (...statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    // The fake standby never confirms a write.
    await client.query('set synchronous_commit = off')
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const ask = (...args: readonly string[]) => examine(['--database-url', cluster.url, '--port', '0', ...args])
  const changed = async (t: TestContext, statement: string, undo: string): Promise<void> => {
    await change(statement)
    t.after(() => change(undo))
  }

  test('that is as it should be', async () => {
    const examined = await ask()
    assert.deepEqual(
      examined.checks.filter(({ ok }) => !ok),
      [],
    )
    assert.deepEqual(examined.of('durability'), ['✓ fsync is on'])
    assert.deepEqual(examined.of('standbys'), ['✓ none connected'])
    assert.deepEqual(examined.of('writes'), ['✓ a transaction can begin'])
    assert.deepEqual(examined.of('connections'), ['✓ 197 at most, 16 for each process of svc'])
  })

  test('whose standbys may lose acknowledged writes', async (t) => {
    await connectFakeStandby(t, cluster.url)
    const asynchronous = await ask()
    assert.equal(asynchronous.code, 0)
    assert.match(
      asynchronous.of('standbys').join(),
      /^! 1 standby, asynchronous: a failover may lose the last acknowledged writes$/,
    )
    t.after(() => change('alter system reset synchronous_standby_names', 'select pg_reload_conf()'))
    await change(`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
    await eventually(
      async () => (await ask()).of('standbys').join(),
      (said) => said === '✓ 1 standby, 1 of them synchronous',
    )
    await change(`alter role postgres set synchronous_commit = 'local'`)
    t.after(() => change('alter role postgres reset synchronous_commit'))
    assert.match(
      (await ask()).of('standbys').join(),
      /^✗ 1 of 1 standby synchronous, but synchronous_commit is local/,
    )
  })

  test('that does not wait for its disk', async (t) => {
    await changed(
      t,
      'alter role postgres set synchronous_commit = off',
      'alter role postgres reset synchronous_commit',
    )
    const { code, of } = await ask()
    assert.equal(code, 1)
    assert.deepEqual(of('durability'), ['✗ synchronous_commit off: a crash can lose acknowledged writes'])
  })

  test('that is read-only', async (t) => {
    await changed(
      t,
      'alter role postgres set default_transaction_read_only = on',
      'begin read write; alter role postgres reset default_transaction_read_only; commit',
    )
    const { code, of } = await ask()
    assert.equal(code, 1)
    assert.match(of('writes').join(), /^✗ no transaction can begin: The database does not accept writes/)
  })

  test('with fewer connections than svc opens', async () => {
    assert.match(
      (await ask('--pg-pool', '500')).of('connections').join(),
      /^! 197 at most, 500 for each process/,
    )
  })
})
