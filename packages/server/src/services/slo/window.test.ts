import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { calendarPeriod, horizonMinutes, quarterHour, type SloWindow, windowMinutes } from './window.ts'

const DAY = 24 * 60

const lengths: readonly [SloWindow, string, days: number][] = [
  ['rolling7d', '2026-02-14T12:00:00.000Z', 7],
  ['rolling30d', '2026-02-14T12:00:00.000Z', 30],
  ['rolling90d', '2026-02-14T12:00:00.000Z', 90],
  ['calendarMonth', '2026-02-14T12:00:00.000Z', 28],
  ['calendarMonth', '2028-02-29T23:59:59.999Z', 29],
  ['calendarMonth', '2026-03-01T00:00:00.000Z', 31],
  ['calendarMonth', '2026-12-31T23:59:59.999Z', 31],
  ['calendarQuarter', '2026-02-14T12:00:00.000Z', 90],
  ['calendarQuarter', '2028-01-01T00:00:00.000Z', 91],
  ['calendarQuarter', '2026-12-31T23:59:59.999Z', 92],
]

for (const [window, at, days] of lengths) {
  test(`${window} at ${at} is ${days} days long`, () => {
    assert.equal(windowMinutes(window, new Date(at)), days * DAY)
  })
}

test('a calendar window is the UTC period, a rolling one has no period', () => {
  const at = new Date('2026-12-31T23:30:00.000-05:00')
  assert.deepEqual(calendarPeriod('calendarMonth', at), {
    startsAt: new Date('2027-01-01T00:00:00.000Z'),
    endsAt: new Date('2027-02-01T00:00:00.000Z'),
  })
  assert.deepEqual(calendarPeriod('calendarQuarter', new Date('2026-12-31T23:30:00.000Z')), {
    startsAt: new Date('2026-10-01T00:00:00.000Z'),
    endsAt: new Date('2027-01-01T00:00:00.000Z'),
  })
  assert.equal(calendarPeriod('rolling30d', at), null)
})

const horizons: readonly [SloWindow, string, minutes: number][] = [
  ['rolling7d', '2026-03-31T23:00:00.000Z', 3 * DAY],
  ['calendarMonth', '2026-03-28T23:00:00.000Z', 3 * DAY],
  ['calendarMonth', '2026-03-29T00:00:00.000Z', 3 * DAY],
  ['calendarMonth', '2026-03-30T00:00:00.000Z', 2 * DAY],
  ['calendarMonth', '2026-03-31T23:00:00.000Z', 60],
  ['calendarQuarter', '2026-02-28T23:00:00.000Z', 3 * DAY],
  ['calendarQuarter', '2026-03-31T23:00:00.000Z', 60],
]

for (const [window, at, minutes] of horizons) {
  test(`${window} at ${at} looks ${minutes} minutes ahead`, () => {
    assert.equal(horizonMinutes(window, new Date(at)), minutes)
  })
}

const quarters: readonly [at: string, quarter: string][] = [
  ['2026-08-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z'],
  ['2026-08-01T00:14:59.999Z', '2026-08-01T00:00:00.000Z'],
  ['2026-08-01T23:59:59.999Z', '2026-08-01T23:45:00.000Z'],
  ['1969-12-31T23:50:00.000Z', '1969-12-31T23:45:00.000Z'],
]

for (const [at, quarter] of quarters) {
  test(`${at} is in the quarter hour ${quarter}`, () => {
    assert.equal(quarterHour(new Date(at)).toISOString(), quarter)
  })
}

test('a moment lies inside its calendar period, and the horizon never passes its end', () => {
  const window = fc.constantFrom<SloWindow>('calendarMonth', 'calendarQuarter')
  const moment = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(window, moment, (window, at) => {
      const period = calendarPeriod(window, at)
      assert.ok(period && period.startsAt <= at && at < period.endsAt)
      const horizon = horizonMinutes(window, at)
      assert.ok(horizon > 0 && at.getTime() + horizon * 60_000 <= period.endsAt.getTime())
    }),
  )
})
