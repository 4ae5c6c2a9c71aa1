import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { atEnd, clientOf } from '@svc/server/testing'
import { assertWhole } from '../invariants/whole.ts'
import { emptyStore } from '../processes/empty-store.ts'
import { newToken, startServerProcess } from '../processes/server-process.ts'
import { findPoolers, type Pooler, startPooler } from './pgbouncer.ts'

const poolers = await findPoolers()
const skip = !process.env.SVC_TEST_DATABASE_URL
  ? 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it'
  : poolers.length === 0 && 'there is no pgbouncer here (Debian: apt-get install pgbouncer)'

const perKind = 12

describe('behind PgBouncer', { skip }, () => {
  for (const pooler of poolers) {
    const modes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      'with its defaults': {},
      'in transaction mode': { pool_mode: 'transaction', default_pool_size: '4' },
      ...(tracksStatements(pooler) && {
        'in transaction mode, told not to track prepared statements': {
          pool_mode: 'transaction',
          default_pool_size: '4',
          max_prepared_statements: '0',
        },
      }),
    }
    for (const [mode, settings] of Object.entries(modes)) {
      test(`${pooler.version} ${mode}: two processes write and read, and nothing fails or is mixed up`, (t) =>
        writeAndRead(t, pooler, settings))
    }
  }
})

async function writeAndRead(
  t: TestContext,
  pooler: Pooler,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const { location, remove } = await emptyStore('postgres')
  atEnd(t, remove)
  const databaseUrl = await startPooler(t, pooler, { databaseUrl: String(location.databaseUrl), settings })
  const token = newToken()
  const behind = { location: { ...location, databaseUrl, postgres: { poolSize: 8 } }, token }
  const servers = [await startServerProcess(behind), await startServerProcess(behind)]
  for (const server of servers) atEnd(t, server.kill)
  const clients = servers.map(({ url }) => clientOf(url, token))

  // In another order in each process, so that they meet their statements in another order.
  const kinds = ['projects', 'teams', 'domains', 'systems']
  const wanted: string[] = []
  await Promise.all(
    clients.map(async (client, index) => {
      const own = index === 0 ? kinds : kinds.toReversed()
      for (let round = 0; round < perKind; round += 1) {
        const names = own.map((kind) => ({ kind, name: `${kind} ${index} ${round}` }))
        const replies = await Promise.all(
          names.flatMap(({ kind, name }) => [
            client.post(`/${kind}`, { name }),
            client.get(`/${kind}?limit=3&name=${round}`).then(() => client.get(`/${kind}?limit=5`)),
          ]),
        )
        for (const { status, body } of replies) assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
        wanted.push(...names.map(({ name }) => name))
      }
    }),
  )

  const seen = await Promise.all(kinds.map((kind) => clients[0]?.get(`/${kind}`)))
  const names = seen.flatMap((reply, at) =>
    reply?.body[String(kinds[at])].map((one: { name: string }) => one.name),
  )
  assert.deepEqual(names.sort(), wanted.sort())
  for (const { url, errors } of servers) {
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
    assert.deepEqual(errors, [])
  }
  await assertWhole(location)
}

/** From 1.21 on. */
function tracksStatements({ version }: Pooler): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 1 || minor >= 21
}
