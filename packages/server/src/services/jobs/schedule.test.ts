import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '../../testing/app.ts'
import { eventually } from '../../testing/client.ts'

const quarterHourMs = 900_000
let aheadMs = 0
const never = Promise.withResolvers<null>()

const app = useApp('sqlite', {
  now: () => new Date(Date.now() + aheadMs),
  onCall: { whoIsOnCall: () => never.promise },
})

test('the calculator runs on time even if an on-call provider never answers', async (t) => {
  t.after(() => never.resolve(null))
  const { owner } = await app.organisation()
  const { body: project } = await owner.post('/projects', { name: 'Checkout' })
  const binding = { scope: 'component', targetId: project.id, provider: 'pagerduty', scheduleId: 'P1' }
  assert.equal((await owner.post('/oncall/bindings', binding)).status, 201)
  const slo = { name: 'Answers', appId: project.id, type: 'availability', target: 99, window: 'rolling7d' }
  const { body: made } = await owner.post('/slos', slo)

  for (const quarter of [1, 2]) {
    const slot = (Math.floor(Date.now() / quarterHourMs) + quarter) * quarterHourMs
    aheadMs = slot + 1_000 - Date.now()
    await eventually(
      () => owner.get(`/slos/${made.id}/snapshots`),
      ({ body }) => body.snapshots.at(-1)?.takenAt === new Date(slot).toISOString(),
    )
  }
})
