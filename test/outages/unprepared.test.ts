import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEnd, openTestStore, generousTimeouts } from '@svc/server/testing'
import { runSvc } from '../../packages/cli/src/testing/run-svc.ts'
import { allRequests, ask } from '../all-requests.ts'
import { startListeningProxy } from './listening-proxy.ts'
import { startTroubledApp } from './troubled-app.ts'

const skip = process.env.SVC_TEST_DATABASE_URL
  ? false
  : 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it'

test('without prepared statements every operation is served, and no statement has a name', {
  skip,
}, async (t) => {
  const { location, remove } = await openTestStore('postgres')
  atEnd(t, remove)
  const proxy = await startListeningProxy(String(location.databaseUrl))
  atEnd(t, proxy.close)
  const postgres = { ...generousTimeouts, prepared: false }
  const troubled = await startTroubledApp(t, { ...location, databaseUrl: proxy.url, postgres })
  // What is deleted is no longer there for others to name.
  const requests = (await allRequests(troubled)).toSorted(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
  )
  assert.ok(requests.length > 100)
  for (const request of requests) {
    const { status, body } = await ask(troubled, request)
    const about = `${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`
    if (request.operation.verb === 'list') assert.equal(status, 200, about)
    assert.ok(status < 500 || body.code === 'upstream_unavailable', about)
  }
  assert.ok(proxy.prepared.length > 100)
  assert.deepEqual([...new Set(proxy.prepared.map(({ name }) => name))], [''])
  assert.deepEqual(troubled.log, [])
})

for (const [setting, isNamed] of [
  ['on', true],
  ['off', false],
] as const) {
  test(`SVC_PG_PREPARED=${setting} decides whether the command names its statements`, { skip }, async (t) => {
    const { location, remove } = await openTestStore('postgres')
    atEnd(t, remove)
    const proxy = await startListeningProxy(String(location.databaseUrl))
    atEnd(t, proxy.close)
    const env = { SVC_DATABASE_URL: proxy.url, SVC_DATA_DIR: location.dataDir, SVC_PG_PREPARED: setting }
    const { code, err } = await runSvc(['org', 'list'], { env })
    assert.equal(code, 0, err)
    assert.ok(proxy.prepared.length > 0)
    assert.equal(
      proxy.prepared.some(({ name }) => name !== ''),
      isNamed,
    )
  })
}
