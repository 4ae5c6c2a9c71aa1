import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { startServer } from '../../main.ts'
import { newId } from '../../services/ids.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { openStore } from '../../store/open.ts'
import { type Client, eventually, onEachEngine, useApp } from '../../testing/index.ts'
import {
  type Body,
  change,
  insertAll,
  movableClock,
  newSlo,
  notFound,
  partitionOf,
  read,
  refusedField,
} from './checks.ts'

onEachEngine((engine) => {
  const clock = movableClock('2026-02-15T10:07:00.000Z')
  const app = useApp(engine, { now: clock.now })

  const calculate = (time?: string) => {
    if (time !== undefined) clock.set(time)
    return runJob({ store: app.store, now: clock.now }, 'slo-calculator')
  }

  const snapshotsOf = async (owner: Client, id: string, query = ''): Promise<readonly Body[]> =>
    (await read(owner, `/slos/${id}/snapshots${query}`)).snapshots

  test('one snapshot per SLO and quarter of an hour, however often and wherever the calculator runs', async (t) => {
    const { owner, person } = await app.organisation()
    const tester = await person('admin', { mode: 'test' })
    clock.set('2026-05-10T10:07:00.000Z')
    const { id } = await newSlo(owner, { target: 99, currentValue: 99.5 })
    const { id: empty } = await newSlo(owner, {})
    const { id: trial } = await newSlo(tester, {})
    const store = await openStore(app.location)
    t.after(() => store.close())
    const elsewhere = () => runJob({ store, now: clock.now }, 'slo-calculator')
    await Promise.all([calculate(), elsewhere(), calculate(), elsewhere()])
    await calculate('2026-05-10T10:14:59.000Z')
    const [first, ...others] = await snapshotsOf(owner, id)
    assert.deepEqual(others, [])
    const { id: snapshotId, burnRate1h, burnRate6h, burnRate3d, ...snapshot } = first
    assert.equal(typeof snapshotId, 'string')
    for (const rate of [burnRate1h, burnRate6h, burnRate3d])
      assert.ok(rate === null || typeof rate === 'number')
    assert.deepEqual(snapshot, {
      ...{ sloId: id, takenAt: '2026-05-10T10:00:00.000Z', currentValue: 99.5, target: 99, status: 'met' },
      statusReason: null,
      ...{ errorBudgetTotal: 432, errorBudgetRemaining: 216, errorBudgetPercentUsed: 50 },
    })
    const [bare] = await snapshotsOf(owner, empty)
    assert.deepEqual([bare.currentValue, bare.status, bare.errorBudgetTotal], [null, null, null])
    assert.equal(bare.statusReason, 'no measurement yet')
    assert.equal((await snapshotsOf(tester, trial)).length, 1, 'test data is calculated too')

    await calculate('2026-05-10T10:15:00.000Z')
    await calculate('2026-05-10T15:52:00.000Z')
    assert.deepEqual(
      (await snapshotsOf(owner, id)).map(({ takenAt }) => takenAt),
      ['2026-05-10T10:00:00.000Z', '2026-05-10T10:15:00.000Z', '2026-05-10T15:45:00.000Z'],
      'after a pause one run catches up',
    )
  })

  test('a server that starts after a pause catches up on its own, with one run', async (t) => {
    const { owner } = await app.organisation()
    const { id } = await newSlo(owner, {})
    await calculate('2026-05-11T08:00:00.000Z')
    const store = await openStore(app.location)
    const options = { host: '127.0.0.1', port: 0, rateLimit: 'off', fetchAllow: [], log: () => {} }
    const later = await startServer({ store, now: () => new Date('2026-05-12T09:20:00Z'), ...options })
    t.after(async () => {
      await later.close()
      await store.close()
    })
    const snapshots = await eventually(
      () => snapshotsOf(owner, id),
      ({ length }) => length > 1,
    )
    assert.deepEqual(
      snapshots.map(({ takenAt }) => takenAt),
      ['2026-05-11T08:00:00.000Z', '2026-05-12T09:15:00.000Z'],
    )
  })

  test('the calculator recomputes: a new month is a new budget', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-01-31T23:50:00.000Z')
    const { id } = await newSlo(owner, { target: 90, window: 'calendarMonth' })
    await change(owner, `/slos/${id}`, { currentValue: 95 })
    const before = await read(owner, `/slos/${id}`)
    assert.equal(before.errorBudgetTotal, 31 * 144)
    await calculate('2026-02-01T00:01:00.000Z')
    const after = await read(owner, `/slos/${id}`)
    assert.equal(after.errorBudgetTotal, 28 * 144)
    assert.equal(after.updatedAt, before.updatedAt, 'nobody edited it')
  })

  /** Spends from 40 % to `used` % of the budget in the six hours before the time, and returns the status. */
  async function statusAfterBurn(
    owner: Client,
    window: string,
    endsAt: string,
    used: number,
  ): Promise<string> {
    const end = Date.parse(endsAt)
    clock.set(new Date(end - 6.1 * 3_600_000).toISOString())
    const { id } = await newSlo(owner, { target: 90, window })
    for (const hour of [6, 3, 0]) {
      const slot = end - hour * 3_600_000
      // Before the quarter hour: the server's own calculator may be the first to take its snapshot.
      clock.set(new Date(slot - 60_000).toISOString())
      const percent = 40 + ((used - 40) * (6 - hour)) / 6
      await change(owner, `/slos/${id}`, { currentValue: 100 - percent / 10 })
      await calculate(new Date(slot).toISOString())
    }
    assert.equal((await snapshotsOf(owner, id)).at(-1)?.status, (await read(owner, `/slos/${id}`)).status)
    return (await read(owner, `/slos/${id}`)).status
  }

  test('a budget that burns too fast is at risk long before 80 %', async () => {
    const { owner } = await app.organisation()
    // In 3 days at the pace of the last 6 hours: twelve times as much again.
    assert.equal(await statusAfterBurn(owner, 'rolling30d', '2026-07-10T12:00:00.000Z', 46), 'atRisk')
    assert.equal(await statusAfterBurn(owner, 'rolling30d', '2026-07-12T12:00:00.000Z', 43), 'met')
    assert.equal(await statusAfterBurn(owner, 'rolling7d', '2026-07-14T12:00:00.000Z', 46), 'atRisk')
    // Twelve hours before the end of the month or quarter, only those twelve hours count.
    assert.equal(await statusAfterBurn(owner, 'calendarMonth', '2026-07-31T12:00:00.000Z', 46), 'met')
    assert.equal(await statusAfterBurn(owner, 'calendarMonth', '2026-08-31T12:00:00.000Z', 65), 'atRisk')
    assert.equal(await statusAfterBurn(owner, 'calendarQuarter', '2026-09-30T12:00:00.000Z', 46), 'met')
  })

  test('what burnt more than six hours ago does not count', async () => {
    const { owner } = await app.organisation()
    assert.equal(await statusAfterBurn(owner, 'rolling30d', '2026-10-10T12:00:00.000Z', 60), 'atRisk')
    const [slo] = (await read(owner, '/slos?status=atRisk')).slos
    for (let quarter = 0; quarter <= 25; quarter += 5)
      await calculate(new Date(Date.parse('2026-10-10T12:00:00Z') + quarter * 900_000).toISOString())
    await calculate('2026-10-10T18:15:00.000Z')
    assert.equal((await read(owner, `/slos/${slo.id}`)).status, 'met')
  })

  test('snapshots are ascending, the latest ones, 500 unless a limit says otherwise', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const latest = '2026-11-20T00:00:00.000Z'
    clock.set(latest)
    const { id: sloId } = await newSlo(owner, {})
    // The schedule may run at this quarter hour too: one of them takes its snapshot now, and no other follows.
    await calculate()
    const start = Date.parse('2026-11-01T00:00:00Z')
    const earlier = Array.from({ length: 509 }, (_, i) => new Date(start + i * 900_000).toISOString())
    const times = [...earlier, latest]
    await insertAll(
      app,
      partitionOf(organisation),
      kinds.sloSnapshot,
      earlier.map((takenAt) => ({ id: newId('sls', new Date(takenAt)), sloId, takenAt, target: 99 })),
    )
    const takenAt = async (query: string) =>
      (await snapshotsOf(owner, sloId, query)).map((snapshot) => snapshot.takenAt)
    assert.deepEqual(await takenAt(''), times.slice(-500))
    assert.deepEqual(await takenAt('?limit=3'), times.slice(-3))
    assert.deepEqual(await takenAt('?limit=1000'), times)
    const page = await read(owner, `/slos/${sloId}/snapshots?limit=500`)
    const rest = await read(
      owner,
      `/slos/${sloId}/snapshots?limit=500&cursor=${encodeURIComponent(page.nextCursor)}`,
    )
    assert.deepEqual(
      rest.snapshots.map((snapshot: Body) => snapshot.takenAt),
      times.slice(0, 10),
    )
    assert.equal(rest.nextCursor, null)
    for (const limit of ['0', '1001', 'x']) {
      refusedField(await owner.get(`/slos/${sloId}/snapshots?limit=${limit}`), 'limit')
    }
    notFound(await owner.get('/slos/slo_none/snapshots'))
  })
})
