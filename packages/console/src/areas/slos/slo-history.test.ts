import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daily, leftOf, type Snapshot, statusChanges, thinOut } from './history.ts'

const start = Date.parse('2026-10-01T00:00:00.000Z')
const quarterMs = 15 * 60_000

const snapshot = (index: number, fields: Partial<Snapshot> = {}): Snapshot => ({
  id: `sls_${index}`,
  sloId: 'slo_1',
  takenAt: new Date(start + index * quarterMs).toISOString(),
  currentValue: 99.95,
  target: 99.9,
  status: 'met',
  statusReason: null,
  errorBudgetTotal: 43.2,
  errorBudgetRemaining: 21.6,
  errorBudgetPercentUsed: 50,
  burnRate1h: 0,
  burnRate6h: 0,
  burnRate3d: 0,
  ...fields,
})

const month = Array.from({ length: 30 * 96 }, (_, index) => snapshot(index))

test('thirty days are thinned out without losing a dip or a peak', () => {
  const dip = month.with(1_234, snapshot(1_234, { errorBudgetPercentUsed: 130 }))
  const peak = dip.with(2_001, snapshot(2_001, { burnRate1h: 14.4 }))
  const moments = thinOut(peak)
  assert.ok(moments.length <= 241, `${moments.length}`)
  assert.equal(Math.min(...moments.map((one) => leftOf(one) ?? 0)), -30)
  assert.equal(Math.max(...moments.map(({ peak1h }) => peak1h ?? 0)), 14.4)
})

test('a few snapshots are all kept', () => {
  assert.equal(thinOut(month.slice(0, 3)).length, 3)
  assert.equal(thinOut(month.slice(0, 1)).length, 1)
  assert.deepEqual(thinOut([]), [])
})

test('status changes are listed, the newest first', () => {
  const changed = month
    .slice(0, 10)
    .map(
      (one, index) =>
        ({ ...one, status: index < 3 ? one.status : index < 6 ? 'atRisk' : 'breached' }) as Snapshot,
    )
  assert.deepEqual(
    statusChanges(changed).map(({ from, to }) => [from, to]),
    [
      ['atRisk', 'breached'],
      ['met', 'atRisk'],
    ],
  )
})

test('a day is represented by its last snapshot', () => {
  const days = daily(month)
  assert.equal(days.length, 30)
  assert.equal(days[0]?.takenAt, '2026-10-30T23:45:00.000Z')
})
