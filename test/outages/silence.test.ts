import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { atEnd, eventually, openTestStore } from '@svc/server/testing'
import { startFickleProxy } from './fickle-proxy.ts'
import { startListeningProxy } from './listening-proxy.ts'
import { startTroubledApp } from './troubled-app.ts'

const skip = process.env.SVC_TEST_DATABASE_URL
  ? false
  : 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it'

/** The kernel would give up after a quarter of an hour. */
const bounded = { timeout: 600_000 }

describe('a connection that falls silent', { skip }, () => {
  test('while it is idle: reads and writes go on over new ones', bounded, async (t) => {
    const { proxy, organisation } = await start(t)
    const { owner } = organisation
    await Promise.all([1, 2, 3].map((n) => owner.post('/teams', { name: `team ${n}` })))
    proxy.silence('open')
    const replies = await Promise.all([
      owner.get('/teams'),
      owner.get('/projects'),
      owner.post('/teams', { name: 'after' }),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 201],
    )
  })

  test('for everyone: requests and /readyz answer 503 in time, until it speaks again', bounded, async (t) => {
    const { proxy, organisation, app } = await start(t)
    const { owner } = organisation
    await owner.post('/teams', { name: 'before' })
    proxy.silence('all')
    const ready = await fetch(`${app.url}/readyz`)
    assert.equal(ready.status, 503)
    const replies = await Promise.all([
      owner.get('/teams'),
      owner.post('/teams', { name: 'not now' }),
      owner.get('/audit-log'),
    ])
    for (const { status, body } of replies) assert.deepEqual([status, body.code], [503, 'unavailable'])
    proxy.mend()
    const made = await eventually(
      () => owner.post('/teams', { name: 'after' }),
      ({ status }) => status === 201,
    )
    assert.ok(made.body.id)
    await eventually(
      () => fetch(`${app.url}/readyz`),
      ({ status }) => status === 200,
    )
  })

  test('at a commit: the outcome is said to be unknown, and the next write succeeds', bounded, async (t) => {
    const { proxy, organisation } = await start(t)
    const { owner } = organisation
    // Background work commits too, and may be the one that meets with it.
    let attempt = 0
    const write = () =>
      owner.post('/teams', { name: `team ${attempt}` }, { 'idempotency-key': `attempt-${attempt}` })
    let lost = await write()
    while (lost.status === 201 && attempt < 20) {
      attempt += 1
      proxy.silenceAtCommit()
      lost = await write()
    }
    assert.equal(lost.status, 503)
    assert.equal(lost.headers.get('svc-outcome'), 'unknown')
    assert.match(lost.body.message, /same Idempotency-Key/)
    const again = await eventually(write, ({ status }) => status === 201)
    const { body } = await owner.get('/teams')
    const same = body.teams.filter(({ name }: { name: string }) => name === again.body.name)
    assert.equal(same.length, 1)
  })
})

test('/readyz asks the database once a second, however many ask it', { skip }, async (t) => {
  const { location, remove } = await openTestStore('postgres')
  atEnd(t, remove)
  const proxy = await startListeningProxy(String(location.databaseUrl))
  atEnd(t, proxy.close)
  const { app } = await startTroubledApp(t, { ...location, databaseUrl: proxy.url })
  const startedAt = performance.now()
  for (let round = 0; round < 20; round += 1) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => fetch(`${app.url}/readyz`)))
    assert.ok(replies.every(({ status }) => status === 200))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const asked = proxy.executed.filter((text) => text.includes('transaction_read_only')).length
  assert.ok(asked >= 1 && asked <= seconds + 1, `${asked} times in ${seconds} s`)
})

async function start(t: TestContext) {
  const { location, remove } = await openTestStore('postgres')
  atEnd(t, remove)
  const proxy = await startFickleProxy(String(location.databaseUrl))
  atEnd(t, proxy.close)
  const postgres = { timeoutMs: 8_000 }
  return { proxy, ...(await startTroubledApp(t, { ...location, databaseUrl: proxy.url, postgres })) }
}
