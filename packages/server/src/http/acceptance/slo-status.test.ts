import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runJob } from '../../services/jobs/jobs.ts'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import {
  type Body,
  bodyOf,
  change,
  make,
  movableClock,
  newSlo,
  notFound,
  read,
  refusedField,
} from './checks.ts'

onEachEngine((engine) => {
  const clock = movableClock('2026-02-15T10:07:00.000Z')
  const app = useApp(engine, { now: clock.now })

  const run = (name: 'slo-calculator' | 'clock', time?: string) => {
    if (time !== undefined) clock.set(time)
    return runJob({ store: app.store, now: clock.now }, name)
  }
  const report = async (owner: Client, item: object): Promise<Body> => {
    const { results } = bodyOf(await owner.post('/ingest/v1/slis', { items: [item] }))
    return results[0]
  }
  /** What the log says about the status of an SLO, in order. */
  const toldOf = async (owner: Client, id: string): Promise<readonly (string | null)[]> => {
    const { events } = await read(owner, `/events?limit=1000&type=slo.status_changed`)
    return events
      .filter(({ subject }: Body) => subject.id === id)
      .map(({ before, after }: Body) => {
        assert.notEqual(before.status, after.status)
        return after.status
      })
  }
  /** Before the quarter hour: the server's own calculator may be the first to take its snapshot. */
  const measureBefore = async (
    owner: Client,
    id: string,
    { time, currentValue }: { readonly time: string; readonly currentValue: number },
  ): Promise<void> => {
    clock.set(new Date(Date.parse(time) - 60_000).toISOString())
    await change(owner, `/slos/${id}`, { currentValue })
    await run('slo-calculator', time)
  }
  const budgetOf = (slo: Body) => [slo.errorBudgetTotal, slo.errorBudgetRemaining, slo.errorBudgetPercentUsed]

  test('no figure on the wrong side of its target is met, and none on the right side is breached', async () => {
    const { owner } = await app.organisation()
    const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
    const rows: readonly [string, string | undefined, number, number, boolean][] = [
      ['throughput', undefined, 1_000, 500, false],
      ['throughput', 'atLeast', 1_000, 999.999, false],
      ['throughput', undefined, 1_000, 1_000, true],
      ['throughput', undefined, 1_000, 1_200, true],
      ['throughput', 'atMost', 1_000, 1_200, false],
      ['custom', undefined, 95, 93.7, false],
      ['custom', undefined, 95, 95.1, true],
      ['custom', 'atMost', 300, 301, false],
      ['custom', 'atMost', 300, 300, true],
      ['custom', 'atMost', 0, 0.1, false],
      ['custom', undefined, 0, 0, true],
    ]
    for (const [type, objective, target, currentValue, isGood] of rows) {
      const slo = await newSlo(owner, { appId, type, target, currentValue, ...(objective && { objective }) })
      const about = `${type} ${objective} ${target} at ${currentValue}`
      assert.equal(slo.objective, objective ?? 'atLeast', about)
      assert.equal(slo.status, isGood ? 'met' : 'breached', about)
      const short = isGood ? 0 : -Math.abs(currentValue - target)
      assert.equal(slo.errorBudgetTotal, 0, about)
      assert.ok(Math.abs(slo.errorBudgetRemaining - short) < 1e-6, `${about}: ${slo.errorBudgetRemaining}`)
      assert.equal(slo.errorBudgetPercentUsed, isGood ? 0 : 100, about)
    }
  })

  test('the objective of a percentage follows from its type, and another is refused', async () => {
    const { owner } = await app.organisation()
    for (const [type, objective, other] of [
      ['availability', 'atLeast', 'atMost'],
      ['latency', 'atLeast', 'atMost'],
      ['errorRate', 'atMost', 'atLeast'],
    ] as const) {
      const slo = await newSlo(owner, { type, target: 1 })
      assert.equal(slo.objective, objective)
      assert.equal((await change(owner, `/slos/${slo.id}`, { objective })).objective, objective)
      refusedField(await owner.patch(`/slos/${slo.id}`, { objective: other }), 'objective')
      const terms = { name: 'x', appId: slo.appId, type, target: 1, window: 'rolling7d' }
      refusedField(await owner.post('/slos', { ...terms, objective: other }), 'objective')
    }
    const { id } = await newSlo(owner, { type: 'custom', target: 9, objective: 'atMost', currentValue: 10 })
    const turned = await change(owner, `/slos/${id}`, { objective: 'atLeast' })
    assert.deepEqual(
      [turned.status, turned.errorBudgetRemaining],
      ['met', 0],
      'another objective, another verdict',
    )
    const other = await change(owner, `/slos/${id}`, { type: 'errorRate', target: 1 })
    assert.equal(other.objective, 'atMost', 'it is the one of the new type')
    for (const objective of ['least', '', 1, {}])
      refusedField(await owner.patch(`/slos/${id}`, { objective }), 'objective')
  })

  test('whatever changes the status, it is logged once', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-03-10T10:07:00.000Z')
    const { id } = await newSlo(owner, { target: 90, window: 'calendarMonth', freshnessMinutes: 60 })
    const at = `/slos/${id}`
    const expected: (string | null)[] = []
    const tells = async (status: string | null, about: string): Promise<void> => {
      expected.push(status)
      assert.equal((await read(owner, at)).status, status, about)
      assert.deepEqual(await toldOf(owner, id), expected, about)
    }
    await change(owner, at, { currentValue: 99 })
    await tells('met', 'a PATCH')
    await change(owner, at, { currentValue: 99 })
    assert.deepEqual(await toldOf(owner, id), expected, 'the same again is not a change')
    await report(owner, { sloId: id, value: 80 })
    await tells('breached', 'a report')
    await change(owner, at, { target: 50 })
    await tells('met', 'another target')
    await run('clock', '2026-03-10T11:08:00.000Z')
    await tells(null, 'staleness')
    await report(owner, { sloId: id, value: 70 })
    await tells('met', 'a measurement after it')
    await run('clock', '2026-03-31T23:50:00.000Z')
    await tells(null, 'staleness again')
    await report(owner, { sloId: id, value: 40 })
    await tells('breached', 'a bad one')
    await run('clock', '2026-04-01T00:00:30.000Z')
    await tells(null, 'the next month')
    await run('clock')
    assert.deepEqual(await toldOf(owner, id), expected, 'once')
  })

  test('the calculator logs it, too, when a budget burns too fast', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-07-10T05:55:00.000Z')
    const { id } = await newSlo(owner, { target: 90, currentValue: 96 })
    for (const [time, currentValue] of [
      ['2026-07-10T06:00:00.000Z', 96],
      ['2026-07-10T09:00:00.000Z', 95.7],
      ['2026-07-10T12:00:00.000Z', 95.4],
    ] as const) {
      await measureBefore(owner, id, { time, currentValue })
    }
    assert.equal((await read(owner, `/slos/${id}`)).status, 'atRisk')
    assert.equal((await toldOf(owner, id)).at(-1), 'atRisk')
  })

  test('what was measured before a calendar period does not count in it', async () => {
    const { owner } = await app.organisation()
    for (const [window, end, start, days] of [
      ['calendarMonth', '2026-01-31T23:58:00.000Z', '2026-02-01T00:00:30.000Z', 28],
      ['calendarQuarter', '2026-03-31T23:58:00.000Z', '2026-04-01T00:00:30.000Z', 91],
    ] as const) {
      clock.set(end)
      const { id } = await newSlo(owner, { target: 90, window, currentValue: 80, freshnessMinutes: null })
      const before = await read(owner, `/slos/${id}`)
      assert.equal(before.status, 'breached')
      const tag = (await owner.get(`/slos/${id}`)).headers.get('etag')
      await run('clock', start)
      const after = bodyOf(await owner.get(`/slos/${id}`, { 'if-none-match': String(tag) }))
      assert.deepEqual(
        [after.status, after.statusReason, after.currentValue],
        [null, 'no measurement in this period yet', 80],
        window,
      )
      assert.deepEqual(budgetOf(after), [days * 144, days * 144, 0])
      assert.deepEqual([after.updatedAt, after.measuredAt], [before.updatedAt, before.measuredAt])
      await run('slo-calculator')
      assert.deepEqual((await read(owner, `/slos/${id}`)).statusReason, after.statusReason)
      const measured = await change(owner, `/slos/${id}`, { currentValue: 80 })
      assert.deepEqual(
        [measured.status, measured.statusReason],
        ['breached', null],
        'the same value, measured in this period, does',
      )
    }
  })

  test('a report of the period before does not count in this one', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-05-01T00:10:00.000Z')
    const { id } = await newSlo(owner, { target: 90, window: 'calendarMonth' })
    await report(owner, { sloId: id, value: 80, at: '2026-04-30T23:50:00.000Z' })
    const slo = await read(owner, `/slos/${id}`)
    assert.deepEqual(
      [slo.status, slo.statusReason, slo.currentValue, slo.measuredAt],
      [null, 'no measurement in this period yet', 80, '2026-04-30T23:50:00.000Z'],
    )
  })

  test('a value that has not been confirmed for too long no longer counts', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-06-10T10:01:00.000Z')
    const fresh = await newSlo(owner, { target: 99, currentValue: 99.5, freshnessMinutes: 30 })
    const at = `/slos/${fresh.id}`
    assert.deepEqual([fresh.status, fresh.statusReason], ['met', null])
    assert.match(fresh.measuredAt, /^2026-06-10T10:01:0/)

    await run('clock', '2026-06-10T10:30:00.000Z')
    assert.equal((await read(owner, at)).status, 'met', 'not yet')
    const tag = String((await owner.get(at)).headers.get('etag'))
    await run('clock', '2026-06-10T10:31:30.000Z')
    const stale = bodyOf(await owner.get(at, { 'if-none-match': tag }))
    assert.deepEqual([stale.status, stale.currentValue, ...budgetOf(stale)], [null, 99.5, null, null, null])
    assert.match(
      stale.statusReason,
      /the last measurement, of 2026-06-10T10:01:0.*, is older than 30 minutes/,
    )
    const { events } = await read(owner, `/events?limit=1000`)
    const told = events.filter(({ subject, type }: Body) => subject.id === fresh.id && type === 'slo.updated')
    assert.deepEqual([told.at(-1).after.status, told.at(-1).actor.type], [null, 'system'])
    assert.equal((await read(owner, '/slos?status=met')).slos.length, 0)

    await run('slo-calculator', '2026-06-10T10:46:00.000Z')
    const [gap] = (await read(owner, `${at}/snapshots?limit=1`)).snapshots
    assert.deepEqual([gap.status, gap.currentValue, gap.statusReason], [null, 99.5, stale.statusReason])
    assert.deepEqual([...budgetOf(gap), gap.burnRate1h, gap.burnRate6h], [null, null, null, null, null])

    clock.set('2026-06-10T10:50:00.000Z')
    const again = await change(owner, at, { currentValue: 99.5 })
    assert.deepEqual([again.status, again.statusReason, again.updatedAt], ['met', null, fresh.updatedAt])
    assert.match(again.measuredAt, /^2026-06-10T10:50:0/)
  })

  test('the same value again is a measurement: measuredAt moves, updatedAt does not', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-06-11T10:01:00.000Z')
    const { id, updatedAt, version } = await newSlo(owner, { target: 99, currentValue: 99.5 })
    const at = `/slos/${id}`
    let minute = 1
    const later = (): void => {
      minute += 5
      clock.set(`2026-06-11T10:${String(minute).padStart(2, '0')}:00.000Z`)
    }
    for (const confirm of [
      () => change(owner, at, { currentValue: 99.5 }),
      () => report(owner, { sloId: id, value: 99.5 }),
    ]) {
      later()
      const tag = String((await owner.get(at)).headers.get('etag'))
      await confirm()
      const slo = bodyOf(await owner.get(at, { 'if-none-match': tag }))
      assert.equal(
        Date.parse(slo.measuredAt) >= Date.parse(`2026-06-11T10:${String(minute).padStart(2, '0')}:00Z`),
        true,
      )
      assert.deepEqual([slo.updatedAt, slo.version, slo.status], [updatedAt, version, 'met'])
    }
    later()
    const { measuredAt } = await read(owner, at)
    assert.equal(
      (await change(owner, at, { name: 'Another' })).measuredAt,
      measuredAt,
      'a new name is not a measurement',
    )
  })

  test('freshness is a day by default; null is for ever; a change takes effect at once', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-06-12T10:01:00.000Z')
    const withDefault = await newSlo(owner, { target: 99, currentValue: 99.5 })
    assert.equal(withDefault.freshnessMinutes, 1_440)
    const lasting = await newSlo(owner, { target: 99, currentValue: 99.5, freshnessMinutes: null })
    assert.equal(lasting.freshnessMinutes, null)
    await run('clock', '2026-06-13T10:00:00.000Z')
    assert.equal((await read(owner, `/slos/${withDefault.id}`)).status, 'met')
    await run('clock', '2026-06-13T10:03:00.000Z')
    assert.equal((await read(owner, `/slos/${withDefault.id}`)).status, null)
    await run('clock', '2027-06-13T10:03:00.000Z')
    assert.equal((await read(owner, `/slos/${lasting.id}`)).status, 'met')

    assert.equal((await change(owner, `/slos/${lasting.id}`, { freshnessMinutes: 60 })).status, null)
    assert.equal((await change(owner, `/slos/${lasting.id}`, { freshnessMinutes: null })).status, 'met')
    for (const freshnessMinutes of [0, -1, 1.5, '60', 1e15])
      refusedField(await owner.patch(`/slos/${lasting.id}`, { freshnessMinutes }), 'freshnessMinutes')
  })

  test('a running server writes what changes with time alone', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-08-12T10:01:00.000Z')
    const { id } = await newSlo(owner, { target: 99, currentValue: 99.5, freshnessMinutes: 1 })
    clock.forward(61_000)
    const { status } = await untilOf(owner, id, ({ status }) => status === null)
    assert.equal(status, null)
  })

  test('explain says what decided, and the status follows from its figures', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-09-10T05:55:00.000Z')
    const slos = {
      unmeasured: await newSlo(owner, {}),
      met: await newSlo(owner, { target: 99, currentValue: 99.5 }),
      used: await newSlo(owner, { target: 99, currentValue: 99.1 }),
      breached: await newSlo(owner, { type: 'errorRate', target: 1, currentValue: 2 }),
      level: await newSlo(owner, { type: 'custom', target: 95, currentValue: 93.7, unit: 'points' }),
      stale: await newSlo(owner, { target: 99, currentValue: 99.5, freshnessMinutes: 5 }),
      past: await newSlo(owner, { target: 99, window: 'calendarMonth' }),
      burning: await newSlo(owner, { target: 90, currentValue: 96 }),
    }
    await report(owner, { sloId: slos.past.id, value: 99.5, at: '2026-08-31T23:50:00.000Z' })
    for (const [time, currentValue] of [
      ['2026-09-10T06:00:00.000Z', 96],
      ['2026-09-10T09:00:00.000Z', 95.7],
      ['2026-09-10T12:00:00.000Z', 95.4],
    ] as const) {
      await measureBefore(owner, slos.burning.id, { time, currentValue })
    }
    await run('clock')
    const words: Readonly<Record<keyof typeof slos, RegExp>> = {
      unmeasured: /^No status: nothing has been measured yet\.$/,
      met: /^Met: 99\.5% was measured.* at least 99%, so 50% of the error budget is used\./,
      used: /^At risk: .*so 90% of the error budget is used; from 80% on it is at risk\.$/,
      breached: /^Breached: 2% was measured.* at most 1%, so 200% .*: all of it\.$/,
      level: /^Breached: 93\.7 points was measured.* at least 95 points\. Any value on the wrong side/,
      stale:
        /^No status: the last value, 99\.5, was measured at 2026-09-10T05:55:.* and has not counted since/,
      past: /^No status: the last value, 99\.5, was measured at 2026-08-31T23:50:00\.000Z, before this period began/,
      burning:
        /^At risk: 95\.4% was measured.*46% .* At the burn rate of the last 6 hours, .*×, it would be .*% in 3 days\.$/,
    }
    for (const [name, { id }] of Object.entries(slos)) {
      const slo = await read(owner, `/slos/${id}`)
      const told = await read(owner, `/slos/${id}/explain`)
      assert.match(told.explanation, words[name as keyof typeof slos])
      assert.deepEqual([told.sloId, told.status], [id, slo.status], name)
      assert.equal(statusBy(told), slo.status, `${name}: ${JSON.stringify(told)}`)
      assert.equal(told.figures.errorBudgetPercentUsed, slo.errorBudgetPercentUsed)
    }
    notFound(await owner.get('/slos/slo_none/explain'))
  })

  /** Polled until it is so, however long the server's own background work takes. */
  async function untilOf(owner: Client, id: string, fits: (slo: Body) => boolean): Promise<Body> {
    for (;;) {
      const slo = await read(owner, `/slos/${id}`)
      if (fits(slo)) return slo
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
})

/** The status as anybody would work it out from an explanation. */
function statusBy({ decidedAt, figures }: Body): string | null {
  const { currentValue, measuredAt, staleAt, periodStartsAt, objective, target } = figures
  if (currentValue === null) return null
  if (staleAt !== null && staleAt <= decidedAt) return null
  if (periodStartsAt !== null && measuredAt < periodStartsAt) return null
  const { errorBudgetPercentUsed: used, burnRate6h, horizonMinutes, windowMinutes } = figures
  const isOnTheRightSide = objective === 'atLeast' ? currentValue >= target : currentValue <= target
  if (used >= figures.breachedFromPercent) return 'breached'
  assert.ok(isOnTheRightSide || used > 0)
  if (used >= figures.atRiskFromPercent) return 'atRisk'
  const projected = used + (100 * (burnRate6h ?? 0) * horizonMinutes) / windowMinutes
  assert.ok(Math.abs(projected - figures.projectedPercentUsed) < 1e-6)
  return projected >= figures.breachedFromPercent ? 'atRisk' : 'met'
}
