import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { kinds } from '@svc/model'
import { atEnd, eventually, openTestStore } from '@svc/server/testing'
import pg from 'pg'
import { allRequests, ask, type PreparedRequest } from '../all-requests.ts'
import { startFickleProxy } from './fickle-proxy.ts'
import { startTroubledApp, type TroubledApp } from './troubled-app.ts'

const skip = process.env.SVC_TEST_DATABASE_URL
  ? false
  : 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it'

/** What is answered from memory. */
const needsNoDatabase = new Set(['/v1/openapi.json'])

const others: readonly Omit<PreparedRequest, 'operation'>[] = [
  { method: 'GET', path: '/metrics', body: undefined },
  { method: 'POST', path: '/auth/sign-in', body: { email: 'ada@test.example', password: 'long enough 1' } },
  { method: 'POST', path: '/auth/links/read', body: { link: `svc_link_${'0'.repeat(48)}` } },
]

describe('postgres', { skip }, () => {
  test('unreachable: every operation answers 503 with Retry-After, and recovers when it is back', async (t) => {
    const { location, remove } = await openTestStore('postgres')
    atEnd(t, remove)
    const proxy = await startFickleProxy(String(location.databaseUrl))
    atEnd(t, proxy.close)
    const troubled = await startTroubledApp(t, { ...location, databaseUrl: proxy.url })
    const requests = await allRequests(troubled)

    proxy.cut()
    for (const request of [...requests, ...others]) {
      if (needsNoDatabase.has(request.path)) continue
      const { status, headers, body } = await ask(troubled, request)
      const about = `${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`
      assert.equal(status, 503, about)
      assert.equal(body.code, 'unavailable', about)
      assert.ok(Number(headers.get('retry-after')) > 0, about)
    }
    proxy.mend()
    await worksAgain(troubled)
    assertQuietLog(troubled)
  })

  test('broken connections: nobody notices, neither readers nor writers', async (t) => {
    const { location, remove } = await openTestStore('postgres')
    atEnd(t, remove)
    const proxy = await startFickleProxy(String(location.databaseUrl))
    atEnd(t, proxy.close)
    const troubled = await startTroubledApp(t, { ...location, databaseUrl: proxy.url })
    const { owner } = troubled.organisation
    for (let round = 0; round < 5; round += 1) {
      const warm = await Promise.all([1, 2, 3, 4].map((n) => owner.post('/teams', { name: `${round} ${n}` })))
      assert.ok(warm.every(({ status }) => status === 201))
      proxy.cut()
      proxy.mend()
      const replies = await Promise.all([
        owner.get('/teams'),
        owner.post('/teams', { name: `${round} after` }),
        owner.get('/projects'),
      ])
      assert.deepEqual(
        replies.map(({ status }) => status),
        [200, 201, 200],
      )
    }
  })

  test('read-only: reads continue, every write answers 503, and recovers when it is writable again', async (t) => {
    const { location, remove } = await openTestStore('postgres')
    atEnd(t, remove)
    const troubled = await startTroubledApp(t, location)
    const requests = await allRequests(troubled)
    await setReadOnly(String(location.databaseUrl), true)
    await walkWithoutWrites(troubled, requests)
    await setReadOnly(String(location.databaseUrl), false)
    await worksAgain(troubled)
    assertQuietLog(troubled)
  })
})

test('sqlite on a full disk: reads continue, every write answers 503, and recovers when there is space', async (t) => {
  const disk = await smallDisk(t)
  if ('unavailable' in disk) return t.skip(disk.unavailable)
  const troubled = await startTroubledApp(t, { dataDir: disk.dir })
  const requests = await allRequests(troubled)
  const { owner } = troubled.organisation
  const filler = join(disk.dir, 'filler')
  await writeFile(filler, Buffer.alloc(disk.bytes)).catch(() => {})
  // What the log of the database has room for still goes through.
  for (const bodyMd of ['x'.repeat(400_000), 'x'.repeat(4_000), '']) {
    const write = () => owner.post('/runbooks', { ...kinds.runbook.example, bodyMd })
    let refused = 0
    while (refused < 10) refused = (await write()).status === 503 ? refused + 1 : 0
  }
  // Smaller records may still have room where a runbook has none.
  for (const request of requests)
    if (request.operation.verb === 'create') while ((await ask(troubled, request)).status === 201);
  await walkWithoutWrites(troubled, requests)
  await rm(filler)
  await worksAgain(troubled)
  assertQuietLog(troubled)
})

/** Reads are answered; of the writes some are refused for what they ask, the rest because nothing can be written. */
async function walkWithoutWrites(troubled: TroubledApp, requests: readonly PreparedRequest[]): Promise<void> {
  let refused = 0
  for (const request of requests) {
    const { status, headers, body } = await ask(troubled, request)
    const about = `${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`
    if (request.operation.verb === 'create') assert.equal(status, 503, about)
    if (request.method === 'GET') assert.ok(status < 500 || body.code === 'upstream_unavailable', about)
    assert.notEqual(status, 500, about)
    if (status !== 503) continue
    refused += 1
    assert.equal(body.code, 'unavailable', about)
    assert.ok(Number(headers.get('retry-after')) > 0, about)
  }
  assert.ok(refused > 40, `${refused} were refused`)
}

/** Requests, and the jobs behind them. */
async function worksAgain({ organisation: { owner } }: TroubledApp): Promise<void> {
  const project = await eventually(
    () => owner.post('/projects', { name: 'After the outage' }),
    ({ status }) => status === 201,
  )
  const made = await eventually(
    () => owner.post('/issues', { ...kinds.issue.example, appId: project.body.id }),
    ({ status }) => status === 201,
  )
  const { body } = await eventually(
    () => owner.get(`/issues/${made.body.id}`),
    ({ body: issue }) => issue.sequenceNumber !== null,
  )
  assert.ok(body.sequenceNumber > 0)
}

/** One line when it begins and one when it ends, for reads and for writes; no stack for any request or job. */
function assertQuietLog({ log }: TroubledApp): void {
  const lines = log.filter(({ database }) => database === 'unavailable')
  assert.ok(lines.length > 0 && lines.length <= 4, JSON.stringify(log))
  const rest = log.filter(({ database }) => database === undefined)
  assert.deepEqual(rest, [])
}

/** For everyone who connects from now on, and everyone has to. */
async function setReadOnly(databaseUrl: string, isOn: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const name = new URL(databaseUrl).pathname.slice(1)
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter database "${name}" set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

async function smallDisk(
  t: TestContext,
): Promise<{ readonly dir: string; readonly bytes: number } | { readonly unavailable: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-full-'))
  const bytes = 16 * 1024 * 1024
  try {
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', dir])
  } catch {
    await rm(dir, { recursive: true })
    return { unavailable: 'a small disk cannot be mounted by this user; as root it can' }
  }
  atEnd(t, async () => {
    await promisify(execFile)('umount', ['-l', dir])
    await rm(dir, { recursive: true })
  })
  return { dir, bytes }
}
