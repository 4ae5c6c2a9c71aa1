import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UpstreamError } from '../../outbound/errors.ts'
import type { Shift } from '../../outbound/oncall.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, make, movableClock, read, refused } from './checks.ts'

const minutes = (time: string, by: number): string => new Date(Date.parse(time) + by * 60_000).toISOString()

onEachEngine((engine) => {
  const start = '2026-11-16T08:00:00.000Z'
  const clock = movableClock(start)
  let answer: () => Promise<Shift | null> = async () => null
  const onCall = { whoIsOnCall: () => answer() }
  const app = useApp(engine, { now: clock.now, onCall })

  const ada = { name: 'Ada', email: 'ada@example.com', startsAt: start, endsAt: minutes(start, 60) }
  const nobody = [null, null, null, null, null]
  const whoIn = (binding: Body) => [
    binding.currentlyOnCallUserName,
    binding.currentlyOnCallUserEmail,
    binding.currentlyOnCallUserUid,
    binding.currentShiftStartsAt,
    binding.currentShiftEndsAt,
  ]
  const tick = (time: string) => {
    clock.set(time)
    return runJob({ store: app.store, now: clock.now }, 'clock')
  }
  /** A binding that the provider has named Ada for, until an hour after the start. */
  const withAda = async (owner: Client) => {
    clock.set(minutes(start, 1))
    const { id: targetId } = await make(owner, '/teams', { name: 'x' })
    const binding = { scope: 'team', targetId, provider: 'pagerduty', scheduleId: 'P1' }
    const { id } = await make(owner, '/oncall/bindings', binding)
    answer = async () => ada
    const fresh = bodyOf(await owner.post(`/oncall/bindings/${id}/refresh`))
    assert.equal(fresh.currentlyOnCallUserName, 'Ada')
    return { at: `/oncall/bindings/${id}`, fresh, targetId }
  }
  const toldOf = async (owner: Client, { id }: Body) => {
    const { events } = await read(owner, '/events?limit=1000&type=oncall_binding.updated')
    return events
      .filter(({ subject }: Body) => subject.id === id)
      .map(({ before, after }: Body) => [before.currentlyOnCallUserName, after.currentlyOnCallUserName])
  }

  test('a shift that has ended leaves nobody on call: the clock writes it, with an event and a new ETag', async () => {
    const { owner } = await app.organisation()
    const { at, fresh, targetId } = await withAda(owner)
    const before = await owner.get(at)
    await tick(minutes(start, 59))
    const same = await owner.get(at)
    assert.deepEqual([same.body, same.headers.get('etag')], [fresh, before.headers.get('etag')])

    await tick(minutes(start, 61))
    const after = await owner.get(at)
    assert.deepEqual(whoIn(bodyOf(after)), nobody)
    assert.notEqual(after.headers.get('etag'), before.headers.get('etag'))
    const { lastFetchedAt, lastAttemptAt, updatedAt } = after.body
    assert.deepEqual(
      [lastFetchedAt, lastAttemptAt, updatedAt],
      [fresh.lastFetchedAt, fresh.lastAttemptAt, fresh.updatedAt],
      'nobody was asked, and nobody edited it',
    )
    const told = [
      [null, 'Ada'],
      ['Ada', null],
    ]
    assert.deepEqual(await toldOf(owner, fresh), told)
    await tick(minutes(start, 62))
    assert.deepEqual(await toldOf(owner, fresh), told, 'once')

    const project = await make(owner, '/projects', { name: 'Shop', ownerTeamId: targetId })
    const { nodes } = await read(owner, `/graph?root=component:${project.id}`)
    assert.equal(nodes[0].onCall, null)
  })

  test('a refresh that fails after the end of a shift clears it at once, and keeps the time of the last answer', async () => {
    const { owner } = await app.organisation()
    const { at, fresh } = await withAda(owner)
    answer = () => Promise.reject(new UpstreamError('connection', 'It did not answer.'))
    clock.set(minutes(start, 30))
    refused(await owner.post(`${at}/refresh`), 502, 'upstream_unavailable')
    const during = await read(owner, at)
    assert.deepEqual(whoIn(during), whoIn(fresh), 'her shift continues')
    assert.equal(during.lastFetchedAt, fresh.lastFetchedAt)
    assert.ok(during.lastAttemptAt > fresh.lastAttemptAt)

    clock.set(minutes(start, 61))
    refused(await owner.post(`${at}/refresh`), 502, 'upstream_unavailable')
    const after = await read(owner, at)
    assert.deepEqual(whoIn(after), nobody)
    assert.equal(after.lastFetchedAt, fresh.lastFetchedAt)
    assert.equal(after.lastFetchError, 'It did not answer.')
    assert.deepEqual((await toldOf(owner, fresh)).at(-1), ['Ada', null])
  })

  test('a provider that still names a shift which has ended names nobody', async () => {
    const { owner } = await app.organisation()
    const { at } = await withAda(owner)
    clock.set(minutes(start, 60))
    const late = bodyOf(await owner.post(`${at}/refresh`))
    assert.deepEqual(whoIn(late), nobody)
    assert.equal(late.lastFetchError, null)
    assert.equal(late.lastFetchedAt, late.lastAttemptAt)
  })

  test('a shift without an end does not end, and one that is extended continues', async () => {
    const { owner } = await app.organisation()
    const { at } = await withAda(owner)
    answer = async () => ({ ...ada, endsAt: minutes(start, 120) })
    await owner.post(`${at}/refresh`)
    await tick(minutes(start, 61))
    assert.equal((await read(owner, at)).currentlyOnCallUserName, 'Ada')
    answer = async () => ({ ...ada, endsAt: null })
    await owner.post(`${at}/refresh`)
    await tick(minutes(start, 10_000))
    assert.equal((await read(owner, at)).currentlyOnCallUserName, 'Ada')
  })
})
