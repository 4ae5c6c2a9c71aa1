import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { burnRules } from '@svc/model'
import { type Burn, burnOf, judgeBurn } from './burn-alerts.ts'
import { countsSince, spread } from './spread.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 1) + minute * 60_000).toISOString()

test('whatever the interval, spreading it loses and adds nothing, and each bucket gets its share of time', () => {
  const interval = fc.record({
    from: fc.integer({ min: 0, max: 100_000 }),
    length: fc.integer({ min: 1, max: 50_000 }),
    good: fc.nat(1e6),
    bad: fc.nat(1e6),
    minutes: fc.constantFrom(5, 60),
  })
  fc.assert(
    fc.property(interval, ({ from, length, good, bad, minutes }) => {
      const counted = { startsAt: at(from), endsAt: at(from + length), good, total: good + bad }
      const buckets = [...spread(counted, minutes)]
      const sum = countsSince(buckets, minutes, new Date(0))
      assert.ok(Math.abs(sum.good - good) <= 1e-6 && Math.abs(sum.total - good - bad) <= 1e-6)
      for (const { startsAt } of buckets) assert.equal(Date.parse(startsAt) % (minutes * 60_000), 0)
      assert.equal(new Set(buckets.map(({ startsAt }) => startsAt)).size, buckets.length)
    }),
  )
})

test('of the bucket that a time falls into, the part after it counts', () => {
  const buckets = [...spread({ startsAt: at(0), endsAt: at(15), good: 300, total: 300 }, 5)]
  assert.equal(countsSince(buckets, 5, new Date(at(0))).good, 300)
  assert.equal(countsSince(buckets, 5, new Date(at(6))).good, 180)
  assert.equal(countsSince(buckets, 5, new Date(at(15))).good, 0)
})

test('burn is the bad share over the allowed one', () => {
  assert.equal(burnOf({ good: 999, total: 1_000 }, 0.001), 1)
  assert.equal(burnOf({ good: 90, total: 100 }, 0.01), 10)
  assert.equal(burnOf({ good: 100, total: 100 }, 0.01), 0)
  assert.equal(burnOf({ good: 0, total: 0 }, 0.01), null)
  assert.equal(burnOf({ good: 99, total: 100 }, 0), null)
  assert.equal(burnOf({ good: 100, total: 100 }, 0), 0)
})

const quiet: Burn = { '5m': 0, '30m': 0, '1h': 0, '6h': 0, '3d': 0 }

test('an alert fires once when both of its windows exceed the limit, and ends once when one does not', () => {
  for (const { window, recent, limit, severity } of burnRules) {
    assert.deepEqual(judgeBurn([], { ...quiet, [window]: limit }).alerts, [], 'it is already over')
    assert.deepEqual(judgeBurn([], { ...quiet, [recent]: limit }).alerts, [], 'it has only begun')
    const both = { ...quiet, [window]: limit, [recent]: limit }
    const begun = judgeBurn([], both)
    assert.deepEqual(begun, {
      firing: [window],
      alerts: [{ severity, window, burnRate: limit, state: 'firing' }],
    })
    assert.deepEqual(judgeBurn(begun.firing, both).alerts, [], 'once')
    const ended = judgeBurn(begun.firing, { ...both, [recent]: limit - 0.1 })
    assert.deepEqual(ended.firing, [])
    assert.deepEqual(ended.alerts, [{ severity, window, burnRate: limit, state: 'resolved' }])
    for (const unknown of [window, recent])
      assert.deepEqual(
        judgeBurn(begun.firing, { ...quiet, [unknown]: null }),
        { firing: [window], alerts: [] },
        'missing data ends nothing',
      )
  }
})
