import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf, placeOf } from './days.ts'

const entry = (at: string) => ({
  at,
  type: 'deployment' as const,
  kind: 'deployment',
  id: at,
  title: '1',
  status: 'success',
  detail: null,
  by: null,
  fields: [],
})

test('every day is there, with what happened on it, and a day without a measurement is unknown', () => {
  const days = daysOf({
    from: '2026-11-01T10:00:00.000Z',
    to: '2026-11-04T10:00:00.000Z',
    entries: [entry('2026-11-02T23:59:00.000Z'), entry('2026-11-04T09:00:00.000Z')],
    budget: {
      days: [
        { day: '2026-11-01', percentUsed: 120 },
        { day: '2026-11-03', percentUsed: null },
      ],
    },
  })
  assert.deepEqual(
    days.map(({ day, left, entries }) => [day, left, entries.length]),
    [
      ['2026-11-01', -20, 0],
      ['2026-11-02', null, 1],
      ['2026-11-03', null, 0],
      ['2026-11-04', null, 1],
    ],
  )
  assert.equal(placeOf('2026-11-01T23:00:00.000Z', days), 0)
  assert.equal(placeOf('2026-11-04T01:00:00.000Z', days), 1)
})
