import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodsOf, textOf } from './periods.ts'

const now = new Date('2026-11-19T23:59:00.000Z')

function inWords(asked: Parameters<typeof periodsOf>[0], at = now) {
  const { asked: range, previous } = periodsOf(asked, at)
  return [range, previous].map((one) => one && `${textOf(one.first)} to ${textOf(one.last)}`)
}

test('without anything: the last 30 days, and the 30 before', () => {
  assert.deepEqual(inWords({}), ['2026-10-21 to 2026-11-19', '2026-09-21 to 2026-10-20'])
})

test('the period before is as long and ends the day before', () => {
  assert.deepEqual(inWords({ from: '2026-11-01', to: '2026-11-07' }), [
    '2026-11-01 to 2026-11-07',
    '2026-10-25 to 2026-10-31',
  ])
  assert.equal(inWords({ from: '2026-11-01', compare: 'none' })[1], null)
})

test('a month to date is compared with the same days of the month before', () => {
  const month = (from: string, to: string) => inWords({ from, to, compare: 'month' })[1]
  assert.equal(month('2026-11-01', '2026-11-19'), '2026-10-01 to 2026-10-19')
  assert.equal(month('2026-01-01', '2026-01-05'), '2025-12-01 to 2025-12-05')
  // 29 to 31 March have no counterpart in February.
  assert.equal(month('2026-03-01', '2026-03-30'), '2026-02-01 to 2026-02-28')
  // Whole months are compared with whole months.
  assert.equal(month('2026-02-01', '2026-02-28'), '2026-01-01 to 2026-01-31')
  assert.equal(month('2026-10-01', '2026-10-31'), '2026-09-01 to 2026-09-30')
})

test('days that make no sense are refused, with what is allowed', () => {
  const refused = (asked: object, message: RegExp) =>
    assert.throws(() => periodsOf(asked, now), { code: 'invalid_request', message })
  refused({ to: '2026-11-20' }, /to must not be after today, 2026-11-19/)
  refused({ from: '2026-11-19', to: '2026-11-18' }, /from must not be after to, 2026-11-18/)
  refused({ from: '2026-02-31' }, /from must be a day that exists, not 2026-02-31/)
  refused({ to: '2026-13-01' }, /to must be a day that exists/)
  refused({ from: '2025-11-18' }, /from must be at most 366 days before to/)
  assert.equal(inWords({ from: '2025-11-19' })[0], '2025-11-19 to 2026-11-19')
})
