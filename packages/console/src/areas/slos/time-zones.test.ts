import assert from 'node:assert/strict'
import { test } from 'node:test'

// Far ahead of UTC, with a day of 23 hours in the month; set before importing anything that reads the time zone.
process.env.TZ = 'Pacific/Auckland'
const { daily } = await import('./history.ts')
const { asDay, measured } = await import('./words.ts')
const { dayTicks } = await import('./time-axis.ts')

const hourMs = 3_600_000
const start = Date.parse('2026-09-10T12:00:00.000Z')
const snapshots = Array.from({ length: 30 * 24 }, (_, hour) => ({
  id: `sls_${hour}`,
  sloId: 'slo_1',
  takenAt: new Date(start + hour * hourMs).toISOString(),
  at: start + hour * hourMs,
  currentValue: 99.9999,
  target: 99.9,
  status: 'met' as const,
  statusReason: null,
  errorBudgetTotal: 43.2,
  errorBudgetRemaining: 21.6,
  errorBudgetPercentUsed: 50,
  burnRate1h: 0,
  burnRate6h: 0,
  burnRate3d: 0,
}))

test('each day in the viewer’s time zone has one row, with its last measurement', () => {
  const days = daily(snapshots)
  const labels = days.map(({ takenAt }) => asDay(takenAt))
  assert.equal(new Set(labels).size, labels.length)
  for (const { takenAt } of days.slice(1)) assert.equal(new Date(takenAt).getHours(), 23)
})

test('day labels are at midnight, also after the clocks have changed', () => {
  const first = snapshots[0]?.at ?? 0
  const span = (snapshots.at(-1)?.at ?? 0) - first
  const ticks = dayTicks({ from: first, until: first + span, now: first + span })
  assert.ok(ticks.length > 3)
  for (const { at } of ticks) {
    const moment = new Date(Math.round(first + at * span))
    assert.deepEqual([moment.getHours(), moment.getMinutes()], [0, 0])
  }
})

test('almost 100% is not shown as 100%', () => {
  assert.equal(measured(99.9999, { unit: '%' }), '99.9999%')
  assert.equal(measured(99.9999, { type: 'availability', target: 99.99 }), '99.9999%')
})
