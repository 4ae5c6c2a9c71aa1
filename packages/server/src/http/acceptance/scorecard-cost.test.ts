import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { draftOf } from '../../services/records/draft.ts'
import { newId } from '../../services/ids.ts'
import { system } from '../../services/jobs/follower.ts'
import { partitionIdOf } from '../../store/partition-id.ts'
import { caughtUp, clockBetweenJobs, createFixtures, onEachEngine, useApp } from '../../testing/index.ts'

const cards = 30
const apis = 100
const rules = Array.from({ length: 50 }, (_, n) => ({
  id: `rule-${n}`,
  type: 'has_description',
  label: `Rule ${n}`,
  description: null,
  weight: 1,
  params: {},
}))

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  const draftApis = () =>
    Array.from({ length: apis }, () => {
      const input = { ...kinds.api.example, description: 'What it does.' }
      const at = new Date().toISOString()
      return draftOf(kinds.api, input, { id: newId(kinds.api.idPrefix), at }).next
    })

  test('grading many entities on many scorecards does not block everything else', async (t) => {
    const organisation = await app.organisation()
    const { put } = createFixtures({ app, organisation })
    for (let n = 0; n < cards; n += 1) await put(kinds.scorecard, { rules, applicableKinds: ['api'] })
    await caughtUp(app)

    const records = draftApis()
    const loop = watchLoop()
    t.after(loop.stop)
    // All in one transaction, so that they are graded in one go; that may start before this call returns.
    await app.store.write(
      { partitionId: partitionIdOf(organisation.id, 'live'), actor: system, now: () => new Date() },
      (change) => change.insertAll(kinds.api, records),
    )
    await caughtUp(app)
    const { longestMs, totalMs } = loop.stop()

    const { owner } = organisation
    const { scorecards } = (await owner.get('/scorecards?limit=1')).body
    const { scores } = (await owner.get(`/scorecards/${scorecards[0].id}/scores`)).body
    assert.equal(scores.length, apis)
    assert.ok(scores.every(({ score }: { readonly score: number }) => score === 100))
    // As a share: on a slow machine everything takes longer.
    assert.ok(longestMs < totalMs / 2, `the event loop was blocked for ${longestMs} ms of ${totalMs}`)
  })

  test('a scorecard that changes between two gradings is graded as it is now', async () => {
    const organisation = await app.organisation()
    const { put, client } = createFixtures({ app, organisation })
    const { id } = await put(kinds.scorecard, { rules: rules.slice(0, 1), applicableKinds: ['api'] })
    const { id: apiId } = await put(kinds.api, { description: 'What it does.' })
    await caughtUp(app)
    const owned = { type: 'has_owner_team', label: 'Owned', weight: 1 }
    await client.patch(`/scorecards/${id}`, { rules: [owned] })
    await client.patch(`/apis/${apiId}`, { name: 'Another name' })
    await caughtUp(app)
    const { scores } = (await client.get(`/scorecards/${id}/scores`)).body
    assert.deepEqual(
      scores.map(({ score, entityName }: Record<string, unknown>) => [score, entityName]),
      [[0, 'Another name']],
    )
  })
})

/**
 * The longest time that the thread blocked the event loop. In processor time: waiting for a busy machine does
 * not count.
 */
function watchLoop() {
  const startedAt = processorMs()
  let turnedAt = startedAt
  let longestMs = 0
  let isWatching = true
  const turn = (): void => {
    const now = processorMs()
    longestMs = Math.max(longestMs, now - turnedAt)
    turnedAt = now
    if (isWatching) setImmediate(turn)
  }
  turn()
  return {
    stop() {
      isWatching = false
      const now = processorMs()
      return { longestMs: Math.max(longestMs, now - turnedAt), totalMs: now - startedAt }
    },
  }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
