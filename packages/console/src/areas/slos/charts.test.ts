import assert from 'node:assert/strict'
import { test } from 'node:test'
import { burnRules } from '@svc/model'
import { burnDomain, burnTicks, onLogScale } from './burn-scale.ts'
import { gapsIn } from './gaps.ts'
import type { Snapshot } from './history.ts'
import { stretches } from './lines.ts'
import { knownPart, windowOf } from './span.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
const now = Date.parse('2026-11-19T12:00:00.000Z')
const figures = (periodStartsAt: string | null, days: number) =>
  ({ periodStartsAt, windowMinutes: days * 1_440 }) as Parameters<typeof windowOf>[0]

const snapshot = (minutesAgo: number, used: number | null = 50) =>
  ({
    takenAt: new Date(now - minutesAgo * minuteMs).toISOString(),
    errorBudgetPercentUsed: used,
  }) as Snapshot

test('a rolling window ends now, a calendar one with its period', () => {
  assert.deepEqual(windowOf(figures(null, 7), now), { from: now - 7 * dayMs, until: now, now })
  assert.deepEqual(windowOf(figures('2026-11-01T00:00:00.000Z', 30), now), {
    from: Date.parse('2026-11-01T00:00:00.000Z'),
    until: Date.parse('2026-12-01T00:00:00.000Z'),
    now,
  })
})

test('the whole window is shown, unless hardly anything of it is known', () => {
  const span = windowOf(figures(null, 90), now)
  assert.equal(knownPart(span, now - 30 * dayMs), span)
  assert.deepEqual(knownPart(span, now - dayMs), { from: now - dayMs, until: now, now })
  assert.equal(knownPart(span, undefined), span)
})

test('what is unknown is a gap: before the first, after the last, and without a status between', () => {
  const known = [300, 285, 270].map((ago) => snapshot(ago))
  const unknown = [255, 240, 225, 210, 195].map((ago) => snapshot(ago, null))
  const later = [180, 165, 150].map((ago) => snapshot(ago))
  const span = { from: now - 600 * minuteMs, until: now, now }
  assert.deepEqual(
    gapsIn([...known, ...unknown, ...later], span).map(({ from, until }) =>
      [from, until].map((at) => (now - at) / minuteMs),
    ),
    [
      [600, 300],
      [270, 180],
      [150, 0],
    ],
  )
  // One snapshot may be missing.
  assert.deepEqual(gapsIn([snapshot(30), snapshot(0)], { from: now - 30 * minuteMs, until: now, now }), [])
})

test('a line is not drawn across a gap', () => {
  const points = [0, 1, 2, 3, 4].map((at) => ({ at, place: at / 4, value: at === 1 ? null : 1 }))
  const parts = stretches(points, [{ from: 3, until: 4 }])
  assert.deepEqual(
    parts.map((part) => part.map(({ at }) => at)),
    [[0], [2, 3], [4]],
  )
})

test('the scale of burn rates is logarithmic, and the limits of all alerts are on it', () => {
  assert.equal(onLogScale(100) - onLogScale(10), onLogScale(10) - onLogScale(1))
  assert.equal(onLogScale(0), onLogScale(0.1))
  const domain = burnDomain([0, null, 0.5])
  for (const { limit } of burnRules) assert.ok(onLogScale(limit) < domain[1])
  assert.deepEqual(
    burnTicks(domain).map(({ label }) => label),
    ['≤ 0.1×', '1×', '10×'],
  )
  assert.ok(onLogScale(150) < burnDomain([150])[1])
})
