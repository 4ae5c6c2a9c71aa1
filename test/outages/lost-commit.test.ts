import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEnd, clientOf, openTestStore, type Reply } from '@svc/server/testing'
import { assertWhole } from '../invariants/whole.ts'
import { newToken, startServerProcess } from '../processes/server-process.ts'
import { startSwallowingProxy } from './swallowing-proxy.ts'

const isAvailable = process.env.SVC_TEST_DATABASE_URL !== undefined
const rounds = 10
const atOnce = 6

test('a commit whose answer got lost is not done a second time', {
  skip: isAvailable ? false : 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it',
}, async (t) => {
  const { location, remove } = await openTestStore('postgres')
  atEnd(t, remove)
  const proxy = await startSwallowingProxy(String(location.databaseUrl))
  atEnd(t, proxy.close)
  const token = newToken()
  const server = await startServerProcess({ location: { ...location, databaseUrl: proxy.url }, token })
  atEnd(t, server.kill)
  const client = clientOf(server.url, token)
  await client.get('/me')

  const replies: Reply[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = proxy.swallowed
    proxy.swallowNextCommit()
    const names = Array.from({ length: atOnce }, (_, index) => `project ${round} ${index}`)
    replies.push(...(await Promise.all(names.map((name) => client.post('/projects', { name })))))
    assert.equal(proxy.swallowed, before + 1)
  }

  const { body } = await client.get('/projects')
  const names = body.projects.map(({ name }: { name: string }) => name)
  assert.equal(new Set(names).size, names.length, `Some were made twice: ${names.sort().join(', ')}`)
  const statuses = Map.groupBy(replies, ({ status }) => status)
  assert.deepEqual([...statuses.keys()].sort(), [201, 503])
  for (const { body: problem, headers } of statuses.get(503) ?? []) {
    assert.equal(problem.code, 'unavailable')
    assert.match(problem.message, /[Rr]etry with the same Idempotency-Key/)
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
  for (const { body: made } of statuses.get(201) ?? []) assert.ok(names.includes(made.name))
  assert.ok(server.isRunning())
  await assertWhole(location)
})
