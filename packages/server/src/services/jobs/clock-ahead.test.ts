import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startServer } from '../../main.ts'
import {
  clientOf,
  eventually,
  newOrganisation,
  onEachEngine,
  openTestStore,
  startHttp,
  type TestStore,
} from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { jobs, runJob } from './jobs.ts'

const dayMs = 86_400_000
const regular = jobs.map(({ name }) => name)

onEachEngine((engine) => {
  let opened: TestStore
  before(async () => {
    opened = await openTestStore(engine)
  })
  after(() => opened.remove())

  /** A server over the same database, whose clock is ahead by this much. */
  const start = (aheadMs: number, port: number) =>
    startServer({
      store: opened.store,
      host: '127.0.0.1',
      port: 0,
      rateLimit: 'off',
      fetchAllow: [`127.0.0.1:${port}`],
      dnsServers: ['127.0.0.1:1'],
      masterKey: { text: '11'.repeat(32) },
      webhookTiming: { waitsMs: [1_000, 1_000, 1_000], leaseMs: 2_000 },
      now: () => new Date(Date.now() + aheadMs),
      log: () => {},
    })

  /** Jobs with a recorded run within a time. */
  const ranWithin = async (from: number, to: number): Promise<readonly string[]> => {
    const rows = await rowsIn(
      opened.store,
      'select distinct name from job_runs where slot > ? and slot <= ? order by name',
      [new Date(from).toISOString(), new Date(to).toISOString()],
    )
    return rows.map(({ name }) => String(name))
  }

  test('what a clock that was ahead has left behind does not block anything', async (t) => {
    let isWorking = false
    const received: string[] = []
    const receiver = await startHttp(t, (request, response) => {
      if (isWorking) received.push(String(request.headers['webhook-id']))
      response.writeHead(isWorking ? 204 : 500).end()
    })
    const { ownerToken } = await newOrganisation(opened.store, '')
    const hourMs = 3_600_000

    const ahead = await start(dayMs, receiver.port)
    const before = clientOf(ahead.url, ownerToken)
    const { body: hook } = await before.post('/webhooks', { url: `http://127.0.0.1:${receiver.port}/` })
    const { body: project } = await before.post('/projects', { name: 'Checkout' })
    const slo = { name: 'Answers', appId: project.id, type: 'availability', target: 99, window: 'rolling7d' }
    const { body: made } = await before.post('/slos', { ...slo, currentValue: 99.5 })
    const { body: domain } = await before.post('/sso/domains', { normalizedDomain: 'acme.example' })
    await eventually(
      () => ranWithin(Date.now() + dayMs - 2 * hourMs, Date.now() + dayMs + hourMs),
      (names) => names.length === regular.length,
    )
    await eventually(
      () => before.get(`/webhooks/${hook.id}/deliveries`),
      ({ body }) => body.deliveries?.[0]?.attempts > 0,
    )
    // Its own run for this quarter hour may have been before the SLO was created.
    await runJob({ store: opened.store, now: () => new Date(Date.now() + dayMs) }, 'slo-calculator')
    assert.equal((await before.get(`/slos/${made.id}/snapshots`)).body.snapshots.length, 1)
    await ahead.close()

    isWorking = true
    const right = await start(0, receiver.port)
    t.after(() => right.close())
    const client = clientOf(right.url, ownerToken)
    const ran = await eventually(
      () => ranWithin(Date.now() - 2 * hourMs, Date.now()),
      (names) => names.length === regular.length,
    )
    assert.deepEqual(ran, regular.toSorted(), 'every job runs again')
    assert.deepEqual(
      await ranWithin(Date.now() + 2 * hourMs, Date.now() + 2 * dayMs),
      [],
      'nothing of tomorrow counts as done',
    )
    await eventually(
      async () => received.length,
      (count) => count > 0,
    )
    const { body } = await client.get(`/slos/${made.id}/snapshots`)
    assert.ok(body.snapshots.length > 0)
    for (const { takenAt } of body.snapshots) assert.ok(Date.parse(takenAt) <= Date.now(), takenAt)
    const report = await client.post('/ingest/v1/slis', { sloId: made.id, value: 98 })
    assert.equal(report.body.results?.[0]?.status, 'updated', JSON.stringify(report.body))
    const { body: checked } = await eventually(
      () => client.get(`/sso/domains/${domain.id}`),
      ({ body: one }) => one.lastCheckedAt !== null && Date.parse(one.lastCheckedAt) <= Date.now(),
    )
    assert.ok(Date.parse(checked.nextCheckAt ?? checked.lastCheckedAt) < Date.now() + dayMs / 2)
  })
})
