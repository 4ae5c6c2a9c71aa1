import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, rename, rmdir } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { databaseFile } from '@svc/server'
import { atEnd, openTestStore } from '@svc/server/testing'
import { allRequests, ask } from '../all-requests.ts'
import { startTroubledApp } from './troubled-app.ts'

async function start(t: TestContext) {
  const { store, location, remove } = await openTestStore('sqlite')
  await store.close()
  atEnd(t, () => remove().catch(() => {}))
  const troubled = await startTroubledApp(t, location)
  return { troubled, file: databaseFile(location.dataDir), owner: troubled.organisation.owner }
}

/** How far files of this process may be written: beyond it a write fails, as on a disk that fails. */
const limitFiles = (bytes: number | 'unlimited'): Promise<unknown> =>
  promisify(execFile)('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`])

test('sqlite on a failing disk: reads continue, every write answers 503, and recovers when it works again', async (t) => {
  try {
    await limitFiles('unlimited')
  } catch {
    return t.skip('there is no prlimit here (Debian: apt-get install util-linux)')
  }
  const { troubled, owner } = await start(t)
  const requests = await allRequests(troubled)
  atEnd(t, () => limitFiles('unlimited'))
  await limitFiles(0)
  for (const request of requests) {
    const { status, headers, body } = await ask(troubled, request)
    const about = `${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`
    if (request.operation.verb === 'create') assert.equal(status, 503, about)
    if (request.method === 'GET') assert.ok(status < 500 || body.code === 'upstream_unavailable', about)
    assert.notEqual(status, 500, about)
    if (status === 503) assert.ok(Number(headers.get('retry-after')) > 0, about)
  }
  await limitFiles('unlimited')
  assert.equal((await owner.post('/teams', { name: 'afterwards' })).status, 201)
})

test('sqlite whose file cannot be opened: everything answers 503, and recovers when it is back', async (t) => {
  const { troubled, file, owner } = await start(t)
  const { id } = (await owner.post('/teams', { name: 'kept' })).body
  const requests = await allRequests(troubled)
  const before = await owner.get(`/teams/${id}`)
  await rename(file, `${file}.away`)
  await mkdir(file)
  for (const request of requests) {
    if (request.path === '/v1/openapi.json') continue
    const { status, headers, body } = await ask(troubled, request)
    const about = `${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`
    assert.deepEqual([status, body.code], [503, 'unavailable'], about)
    assert.ok(Number(headers.get('retry-after')) > 0, about)
  }
  assert.equal((await fetch(`${troubled.app.url}/readyz`)).status, 503)
  await rmdir(file)
  await rename(`${file}.away`, file)
  const tag = String(before.headers.get('etag'))
  assert.equal((await owner.get(`/teams/${id}`, { 'if-none-match': tag })).status, 304, 'nothing was lost')
  assert.equal((await owner.post('/teams', { name: 'afterwards' })).status, 201)
})
