import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CostPeriod, centsWithin, type DayRange, daysCovered, startOfDay } from './spread.ts'

const undated: CostPeriod = { periodStart: null, periodEnd: null, createdAt: null }

type Time = string | null

const periods: readonly [name: string, periodStart: Time, periodEnd: Time, covered: string][] = [
  ['a month', '2026-08-01T00:00:00.000Z', '2026-09-01T00:00:00.000Z', '2026-08-01/2026-08-31'],
  ['an end before midnight', '2026-08-01T00:00:00.000Z', '2026-08-31T23:59:59.999Z', '2026-08-01/2026-08-31'],
  ['an end past midnight', '2026-08-01T00:00:00.000Z', '2026-09-01T00:00:00.001Z', '2026-08-01/2026-09-01'],
  ['an hour', '2026-08-01T10:00:00.000Z', '2026-08-01T11:00:00.000Z', '2026-08-01/2026-08-01'],
  ['an hour up to midnight', '2026-08-01T23:00:00.000Z', '2026-08-02T00:00:00.000Z', '2026-08-01/2026-08-01'],
  [
    'an hour across midnight',
    '2026-08-01T23:30:00.000Z',
    '2026-08-02T00:30:00.000Z',
    '2026-08-01/2026-08-02',
  ],
  ['another zone', '2026-08-01T00:00:00.000+02:00', '2026-08-02T00:00:00.000+02:00', '2026-07-31/2026-08-01'],
  ['an instant', '2026-08-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z', '2026-08-01/2026-08-01'],
  [
    'an end before the start',
    '2026-08-09T12:00:00.000Z',
    '2026-08-01T12:00:00.000Z',
    '2026-08-09/2026-08-09',
  ],
  ['before 1970', '1969-12-30T12:00:00.000Z', '1970-01-01T00:00:00.000Z', '1969-12-30/1969-12-31'],
  ['no end', '2026-08-09T12:00:00.000Z', null, '2026-08-09/2026-08-09'],
  ['no start', null, '2026-08-09T12:00:00.000Z', '2026-08-09/2026-08-09'],
  ['no start and an end at midnight', null, '2026-08-09T00:00:00.000Z', '2026-08-09/2026-08-09'],
  ['neither', null, null, '2026-08-20/2026-08-20'],
  ['a start that cannot be read', 'August', null, '2026-08-20/2026-08-20'],
]

for (const [name, periodStart, periodEnd, expected] of periods) {
  test(`${name} covers ${expected}`, () => {
    const covered = daysCovered({ periodStart, periodEnd, createdAt: '2026-08-20T12:00:00.000Z' })
    assert.equal(covered && `${isoDay(covered.first)}/${isoDay(covered.last)}`, expected)
  })
}

test('an entry without any date covers no day', () => assert.equal(daysCovered(undated), null))

const spreads: readonly [amountCents: number, daily: readonly number[]][] = [
  [9, [3, 3, 3]],
  [10, [3, 3, 4]],
  [11, [3, 4, 4]],
  [2, [0, 1, 1]],
  [0, [0, 0, 0]],
  [-9, [-3, -3, -3]],
  [-10, [-3, -3, -4]],
  [-2, [0, -1, -1]],
  [Number.MAX_SAFE_INTEGER, [3_002_399_751_580_330, 3_002_399_751_580_330, 3_002_399_751_580_331]],
]

for (const [amountCents, daily] of spreads) {
  test(`${amountCents} cents over 3 days are ${daily}`, () => {
    assert.deepEqual(eachDay(amountCents, { first: 20_000, last: 20_002 }), daily)
  })
}

test('days outside the period get nothing', () => {
  assert.equal(centsWithin(300, { first: 10, last: 12 }, { first: 13, last: 99 }), 0)
  assert.equal(centsWithin(300, { first: 10, last: 12 }, { first: 0, last: 9 }), 0)
  assert.equal(centsWithin(300, { first: 10, last: 12 }, { first: 0, last: 10 }), 100)
})

const amount = fc.maxSafeInteger()
const range = fc
  .tuple(fc.integer({ min: -40_000, max: 40_000 }), fc.integer({ min: 0, max: 400 }))
  .map(([first, more]): DayRange => ({ first, last: first + more }))

test('a spread adds up exactly, no two days differ by more than a cent, and there is no -0', () => {
  fc.assert(
    fc.property(amount, range, (amountCents, covered) => {
      const daily = eachDay(amountCents, covered)
      assert.equal(Number(daily.reduce((sum, cents) => sum + BigInt(cents), 0n)), amountCents + 0)
      assert.ok(Math.max(...daily) - Math.min(...daily) <= 1)
      assert.ok(!daily.some((cents) => Object.is(cents, -0)))
    }),
  )
})

test('a credit cancels its charge on every day', () => {
  fc.assert(
    fc.property(amount, range, (amountCents, covered) => {
      const credit = eachDay(-amountCents, covered)
      assert.ok(eachDay(amountCents, covered).every((cents, day) => cents + (credit[day] ?? 0) === 0))
    }),
  )
})

test('a range of days has the sum of its days', () => {
  fc.assert(
    fc.property(fc.integer(), range, range, (amountCents, covered, asked) => {
      const daily = Array.from({ length: asked.last - asked.first + 1 }, (_, index) => {
        const day = asked.first + index
        return centsWithin(amountCents, covered, { first: day, last: day })
      })
      const sum = daily.reduce((total, cents) => total + cents, 0)
      assert.equal(centsWithin(amountCents, covered, asked), sum)
    }),
  )
})

function eachDay(amountCents: number, { first, last }: DayRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const day = first + index
    return centsWithin(amountCents, { first, last }, { first: day, last: day })
  })
}

function isoDay(day: number): string {
  return startOfDay(day).toISOString().slice(0, 10)
}
