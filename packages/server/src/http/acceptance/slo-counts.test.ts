import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runJob } from '../../services/jobs/jobs.ts'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, change, movableClock, newSlo, read, refusedField } from './checks.ts'

const minuteMs = 60_000

onEachEngine((engine) => {
  const clock = movableClock('2026-02-15T10:07:00.000Z')
  const app = useApp(engine, { now: clock.now })

  const calculate = (time: string) => {
    clock.set(time)
    return runJob({ store: app.store, now: clock.now }, 'slo-calculator')
  }
  const report = async (owner: Client, ...items: readonly object[]): Promise<readonly Body[]> =>
    bodyOf(await owner.post('/ingest/v1/slis', { items })).results
  const statusesOf = (results: readonly Body[]) => results.map(({ status }) => status)

  /** Reports every 5 minutes from one time to another, with the same share of bad events. */
  const steady = (
    sloId: string,
    { from, to, bad, total = 1_000 }: { from: string; to: string; bad: number; total?: number },
  ): readonly object[] => {
    const items: object[] = []
    for (let at = Date.parse(from); at < Date.parse(to); at += 5 * minuteMs)
      items.push({
        sloId,
        good: total * (1 - bad),
        total,
        from: new Date(at).toISOString(),
        to: new Date(at + 5 * minuteMs).toISOString(),
      })
    return items
  }
  const alertsOf = async (owner: Client, id: string) => {
    const { events } = await read(owner, '/events?limit=1000&type=slo.burn_alert')
    return events
      .filter(({ subject }: Body) => subject.id === id)
      .map(({ after }: Body) => `${after.severity} ${after.window} ${after.state}`)
  }

  test('the value covers everything counted in the window', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-05-10T12:02:00.000Z')
    const { id } = await newSlo(owner, { target: 99, window: 'rolling7d' })
    const at = `/slos/${id}`
    const day = (date: string, good: number, total: number) => ({
      sloId: id,
      good,
      total,
      from: `${date}T10:00:00Z`,
      to: `${date}T11:00:00Z`,
    })
    const results = await report(owner, day('2026-05-10', 990, 1_000), day('2026-05-08', 1_000, 1_000))
    assert.deepEqual(statusesOf(results), ['created', 'created'])
    assert.deepEqual(
      results.map((one) => one.id),
      [id, id],
    )
    const slo = await read(owner, at)
    assert.deepEqual([slo.currentValue, slo.status], [99.5, 'met'])
    assert.equal(slo.measuredAt, '2026-05-10T11:00:00.000Z')
    await report(owner, day('2026-05-01', 0, 1_000_000))
    assert.equal((await read(owner, at)).currentValue, 99.5, 'counts from before the window do not matter')
    await calculate('2026-05-16T12:02:00.000Z')
    assert.equal((await read(owner, at)).currentValue, 99, 'the window moves on')

    const rate = await newSlo(owner, { type: 'errorRate', target: 1 })
    clock.set('2026-05-16T12:02:00.000Z')
    await report(owner, { ...day('2026-05-16', 998, 1_000), sloId: rate.id })
    assert.equal((await read(owner, `/slos/${rate.id}`)).currentValue, 0.2)
  })

  test('the same report again changes nothing, and another for the same interval replaces it', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-05-20T12:02:00.000Z')
    const { id } = await newSlo(owner, { target: 99 })
    const counts = {
      sloId: id,
      good: 90,
      total: 100,
      from: '2026-05-20T11:50:00Z',
      to: '2026-05-20T12:00:00Z',
    }
    const named = { ...counts, externalId: 'run-1', good: 100 }
    assert.deepEqual(statusesOf(await report(owner, counts, counts, named)), [
      'created',
      'unchanged',
      'created',
    ])
    const at = `/slos/${id}`
    assert.equal((await read(owner, at)).currentValue, 95)
    const tag = String((await owner.get(at)).headers.get('etag'))
    assert.deepEqual(statusesOf(await report(owner, counts, named)), ['unchanged', 'unchanged'])
    assert.equal((await owner.get(at, { 'if-none-match': tag })).status, 304)
    assert.deepEqual(statusesOf(await report(owner, { ...counts, good: 100 })), ['updated'])
    assert.equal((await read(owner, at)).currentValue, 100)
    // What a sender corrects may be from another time, too.
    const moved = { ...named, good: 80, from: '2026-05-20T10:00:00Z', to: '2026-05-20T10:10:00Z' }
    assert.deepEqual(statusesOf(await report(owner, moved)), ['updated'])
    assert.equal((await read(owner, at)).currentValue, 90)
  })

  test('counts are only for ratios, whole numbers and in the past; a refusal says what is wrong', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-05-21T12:02:00.000Z')
    const { id } = await newSlo(owner, { target: 99 })
    const good = { sloId: id, good: 90, total: 100, from: '2026-05-21T11:50:00Z', to: '2026-05-21T12:00:00Z' }
    const wrong: readonly [object, string][] = [
      [{ good: 101 }, 'good'],
      [{ good: -1 }, 'good'],
      [{ total: 'x' }, 'total'],
      [{ from: '2026-05-21T12:00:00Z' }, 'to'],
      [{ to: '2026-05-21T13:00:00Z' }, 'to'],
      [{ from: '2026-05-19T11:50:00Z' }, 'to'],
      [{ from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' }, 'from'],
      [{ value: 99 }, 'value'],
      [{ from: undefined }, 'from'],
      [{ sloId: 'slo_none' }, 'sloId'],
    ]
    for (const [over, field] of wrong)
      refusedField(await owner.post('/ingest/v1/slis', { ...good, ...over }), field)
    refusedField(await owner.post('/ingest/v1/slis', { sloId: id }), 'value')
    for (const part of ['good', 'total', 'from', 'to'] as const) {
      const mixed = { sloId: id, value: 99, [part]: good[part] }
      refusedField(await owner.post('/ingest/v1/slis', mixed), 'value')
    }
    for (const type of ['throughput', 'custom']) {
      const other = await newSlo(owner, { type, target: 5 })
      refusedField(await owner.post('/ingest/v1/slis', { ...good, sloId: other.id }), 'good')
    }
    assert.equal((await read(owner, `/slos/${id}`)).currentValue, null)
  })

  test('steady failure shows its rate, not 0, over every time', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-06-10T12:01:00.000Z')
    const { id } = await newSlo(owner, { target: 99 })
    await report(
      owner,
      ...steady(id, { from: '2026-06-07T11:00:00Z', to: '2026-06-10T12:00:00Z', bad: 0.02 }),
    )
    await calculate('2026-06-10T12:01:00.000Z')
    const [snapshot] = (await read(owner, `/slos/${id}/snapshots?limit=1`)).snapshots
    for (const key of ['burnRate1h', 'burnRate6h', 'burnRate3d'])
      assert.ok(Math.abs(snapshot[key] - 2) < 1e-6, `${key} is ${snapshot[key]}`)
    await calculate('2026-06-10T14:01:00.000Z')
    const [later] = (await read(owner, `/slos/${id}/snapshots?limit=1`)).snapshots
    assert.equal(later.burnRate1h, null, 'nothing is known about the last hour')
    assert.ok(Math.abs(later.burnRate6h - 2) < 1e-6)
  })

  test('burn alerts fire and end once each, by report and by run', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-06-20T12:00:30.000Z')
    const { id } = await newSlo(owner, { target: 99.9 })
    await report(owner, ...steady(id, { from: '2026-06-20T05:00:00Z', to: '2026-06-20T11:00:00Z', bad: 0 }))
    assert.deepEqual(await alertsOf(owner, id), [])
    // An hour at 20 times what is allowed.
    await report(
      owner,
      ...steady(id, { from: '2026-06-20T11:00:00Z', to: '2026-06-20T12:00:00Z', bad: 0.02 }),
    )
    assert.deepEqual(await alertsOf(owner, id), ['page 1h firing', 'ticket 3d firing'])
    await calculate('2026-06-20T12:00:40.000Z')
    await report(
      owner,
      ...steady(id, { from: '2026-06-20T11:55:00Z', to: '2026-06-20T12:00:00Z', bad: 0.02 }),
    )
    assert.deepEqual(await alertsOf(owner, id), ['page 1h firing', 'ticket 3d firing'], 'once')
    const { events } = await read(owner, '/events?limit=1000&type=slo.burn_alert')
    const { burnRate, ...alert } = events[0].after
    assert.ok(Math.abs(burnRate - 20) < 1e-6, `${burnRate}`)
    assert.deepEqual(alert, { severity: 'page', window: '1h', state: 'firing' })

    clock.set('2026-06-20T12:10:30.000Z')
    await report(owner, ...steady(id, { from: '2026-06-20T12:00:00Z', to: '2026-06-20T12:10:00Z', bad: 0 }))
    assert.deepEqual((await alertsOf(owner, id)).slice(2), ['page 1h resolved'])
    // No more reports arrive: missing data ends no alert.
    await calculate('2026-06-26T12:10:30.000Z')
    assert.deepEqual((await alertsOf(owner, id)).slice(2), ['page 1h resolved'])
  })

  test('another window is recounted, and another type drops what was counted', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-07-20T12:02:00.000Z')
    const { id } = await newSlo(owner, { target: 99, window: 'rolling30d' })
    const at = `/slos/${id}`
    await report(
      owner,
      { sloId: id, good: 1_000, total: 1_000, from: '2026-07-20T11:00:00Z', to: '2026-07-20T12:00:00Z' },
      { sloId: id, good: 0, total: 1_000, from: '2026-07-05T11:00:00Z', to: '2026-07-05T12:00:00Z' },
    )
    assert.equal((await read(owner, at)).currentValue, 50)
    assert.equal((await change(owner, at, { window: 'rolling7d' })).currentValue, 100)
    assert.equal((await change(owner, at, { window: 'calendarMonth' })).currentValue, 50)
    assert.equal(
      (await change(owner, at, { currentValue: 99.5 })).currentValue,
      99.5,
      'a later report counts',
    )
    assert.equal((await change(owner, at, { window: 'rolling7d' })).currentValue, 99.5)
    assert.equal((await change(owner, at, { type: 'errorRate', target: 1 })).currentValue, null)
    await report(owner, {
      sloId: id,
      good: 99,
      total: 100,
      from: '2026-07-20T12:00:00Z',
      to: '2026-07-20T12:01:00Z',
    })
    assert.equal((await read(owner, at)).currentValue, 1)
  })
})
