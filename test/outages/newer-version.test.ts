import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreLocation } from '@svc/server'
import {
  atEnd,
  caughtUp,
  clockBetweenJobs,
  eventually,
  onEachEngine,
  openTestStore,
  openEngine,
  rowsIn,
} from '@svc/server/testing'
import { allRequests, ask } from '../all-requests.ts'
import { startTroubledApp } from './troubled-app.ts'

/** What is answered without looking into the database. */
const needsNoDatabase = new Set(['/v1/openapi.json'])

onEachEngine((engine) => {
  test('a server that a newer version has overtaken neither reads nor writes, and says why', async (t) => {
    const { location, remove, store } = await openTestStore(engine)
    atEnd(t, remove)
    const troubled = await startTroubledApp(t, location, { now: clockBetweenJobs() })
    const requests = await allRequests(troubled)
    // What has begun before the upgrade may still be written after it.
    await caughtUp(troubled.app)
    const stored = () => rowsIn(store, 'select id, revision, last_seq from partitions order by id')

    await upgrade(location)
    const before = await stored()
    for (const request of requests) {
      if (needsNoDatabase.has(request.path)) continue
      const { status, headers, body } = await ask(troubled, request)
      const about = `${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`
      assert.deepEqual([status, body.code], [503, 'unavailable'], about)
      assert.match(String(body.message), /A newer version of svc/, about)
      assert.ok(Number(headers.get('retry-after')) > 0, about)
    }
    const ready = await eventually(
      () => fetch(`${troubled.app.url}/readyz`),
      ({ status }) => status === 503,
    )
    assert.match(await ready.text(), /A newer version of svc/)
    assert.deepEqual(await stored(), before, 'background work has written nothing either')
    const said = troubled.log.filter(({ database }) => database !== undefined)
    assert.equal(said.length, 1, JSON.stringify(troubled.log))
    assert.match(JSON.stringify(said), /replaced by one of that version/)
  })
})

/** Like the next version of svc at its start. */
async function upgrade(location: StoreLocation): Promise<void> {
  const engine = await openEngine(location)
  try {
    await engine.transaction(async (tx) => {
      await tx.run('alter table projects add column "of_a_later_version" text')
      await tx.run(
        `insert into schema_migrations (id, applied_at) values ('9999-later', '2030-01-01T00:00:00.000Z')`,
      )
    })
  } finally {
    await engine.close()
  }
}
