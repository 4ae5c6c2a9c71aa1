import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { atEnd, eventually, openTestStore, type Reply } from '@svc/server/testing'
import pg from 'pg'
import { allRequests, ask } from '../all-requests.ts'
import { startTroubledApp } from './troubled-app.ts'

const skip = process.env.SVC_TEST_DATABASE_URL
  ? false
  : 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it'

/** What is answered from memory. */
const needsNoDatabase = new Set(['/v1/openapi.json'])

const refusal = ({ status, headers, body }: Pick<Reply, 'status' | 'headers' | 'body'>) => ({
  status,
  code: body.code,
  saysWhen: Number(headers.get('retry-after')) > 0,
})
const unavailable = { status: 503, code: 'unavailable', saysWhen: true }

describe('postgres at its limits', { skip }, () => {
  test('no connection left: every operation answers 503 with Retry-After, and recovers afterwards', async (t) => {
    const role = `svc_crowded_${randomBytes(4).toString('hex')}`
    await asAdmin(process.env.SVC_TEST_DATABASE_URL, `create role ${role} login password '${role}'`)
    atEnd(t, () => asAdmin(process.env.SVC_TEST_DATABASE_URL, `drop role ${role}`))
    const { location, remove } = await openTestStore('postgres')
    atEnd(t, remove)
    await asAdmin(location.databaseUrl, `grant all on schema public to ${role}`)
    await asAdmin(location.databaseUrl, `grant all on all tables in schema public to ${role}`)
    const url = new URL(String(location.databaseUrl))
    url.username = url.password = role
    const troubled = await startTroubledApp(t, { ...location, databaseUrl: url.href })
    const requests = await allRequests(troubled)

    // The same refusal, with the same code, as where the whole server has none left.
    await asAdmin(location.databaseUrl, `alter role ${role} connection limit 0`)
    const theirs = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`
    await asAdmin(location.databaseUrl, theirs)
    for (const request of requests) {
      if (needsNoDatabase.has(request.path)) continue
      const reply = await ask(troubled, request)
      assert.deepEqual(refusal(reply as never), unavailable, `${request.method} ${request.path}`)
    }
    const ready = await fetch(`${troubled.app.url}/readyz`)
    assert.equal(ready.status, 503)
    await asAdmin(location.databaseUrl, `alter role ${role} connection limit -1`)
    const { owner } = troubled.organisation
    await eventually(
      () => owner.post('/teams', { name: 'afterwards' }),
      ({ status }) => status === 201,
    )
    const said = troubled.log.filter(({ database: what }) => what === 'unavailable')
    assert.ok(said.length >= 1 && said.length <= 4, JSON.stringify(troubled.log))
  })

  test('no connection free in the pool: those who wait for one get 503, and nobody waits forever', async (t) => {
    const { location, remove } = await openTestStore('postgres')
    atEnd(t, remove)
    const postgres = { poolSize: 2, timeoutMs: 6_000 }
    const { organisation } = await startTroubledApp(t, { ...location, postgres })
    const { owner } = organisation
    await owner.post('/teams', { name: 'before' })
    const holder = new pg.Client({ connectionString: String(location.databaseUrl) })
    await holder.connect()
    await holder.query('begin; lock table teams in access exclusive mode')
    const stuck = await Promise.all(Array.from({ length: 20 }, (_, n) => owner.get(`/teams?q=${n}`)))
    for (const reply of stuck) assert.deepEqual(refusal(reply), unavailable)
    const reasons = new Set(stuck.map(({ body }) => body.message))
    assert.ok(
      [...reasons].some((message) => /overloaded/.test(message)),
      [...reasons].join(),
    )
    await holder.end()
    await eventually(
      () => owner.get('/teams'),
      ({ status }) => status === 200,
    )
  })
})

async function asAdmin(databaseUrl: string | undefined, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: String(databaseUrl) })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
