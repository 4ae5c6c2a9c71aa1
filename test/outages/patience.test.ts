import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { atEnd, eventually, openTestStore } from '@svc/server/testing'
import { newScene } from '../../packages/provider/src/catalog/testing/scene.ts'
import { readEvents } from '../../packages/server/src/testing/event-reader.ts'
import { startFickleProxy } from './fickle-proxy.ts'
import { startTroubledApp } from './troubled-app.ts'

const skip = process.env.SVC_TEST_DATABASE_URL
  ? false
  : 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it'

async function start(t: TestContext) {
  const { location, remove } = await openTestStore('postgres')
  atEnd(t, remove)
  const proxy = await startFickleProxy(String(location.databaseUrl))
  atEnd(t, proxy.close)
  return { proxy, ...(await startTroubledApp(t, { ...location, databaseUrl: proxy.url })) }
}

describe('while the database is away', { skip }, () => {
  test('the provider waits and goes on, and makes nothing twice', async (t) => {
    const { proxy, app, organisation } = await start(t)
    const scene = await newScene(t, app, { organisation, retry: { attempts: 20, firstWaitMs: 10 } })
    proxy.cut()
    const applied = scene.driver.apply({ type: 'svc_team', config: { name: 'Payments' } })
    await eventually(
      async () => scene.host.logged.filter((line) => line.startsWith('trying again')),
      (lines) => lines.length > 0,
    )
    proxy.mend()
    const state = await applied
    const { teams } = (await organisation.owner.get('/teams')).body
    assert.deepEqual(
      teams.map(({ id }: { id: string }) => id),
      [state?.id],
    )
  })

  test('who reads the live feed comes back to where it was, and misses nothing', async (t) => {
    const { proxy, app, organisation } = await start(t)
    const { owner, ownerToken: token } = organisation
    const first = await readEvents(app.url, { token })
    atEnd(t, first.close)
    await owner.post('/teams', { name: 'before' })
    const heard = first.events()
    const { value } = await heard.next()
    const lastEventId = value?.id
    assert.ok(lastEventId)

    proxy.cut()
    const refused = await readEvents(app.url, { token, lastEventId })
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    refused.close()
    proxy.mend()
    for (const name of ['after', 'and more']) {
      await eventually(
        () => owner.post('/teams', { name }, { 'idempotency-key': `once ${name}`.replaceAll(' ', '-') }),
        ({ status }) => status === 201,
      )
    }
    const again = await readEvents(app.url, { token, lastEventId })
    atEnd(t, again.close)
    assert.equal(again.status, 200)
    const names = []
    for await (const { data } of again.events()) {
      names.push(JSON.parse(data).after.name)
      if (names.length === 2) break
    }
    assert.deepEqual(names, ['after', 'and more'])
  })
})
