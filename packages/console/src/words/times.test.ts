import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortTime, utcDay, utcDays } from './times.ts'

test('times are relative for a week, then absolute dates', () => {
  const now = Date.parse('2026-11-16T12:00:00.000Z')
  assert.equal(shortTime('2026-11-16T11:56:00.000Z', now), '4 minutes ago')
  assert.equal(shortTime('2026-11-15T17:00:00.000Z', now), '19 hours ago')
  assert.equal(shortTime('2026-11-16T19:00:00.000Z', now), 'in 7 hours')
  assert.equal(shortTime('2026-11-02T12:00:00.000Z', now), 'Nov 2, 2026')
})

test('a period starts on the UTC day that it was reported for', () => {
  assert.equal(utcDay('2026-11-15T00:00:00.000Z'), 'Nov 15, 2026')
})

test('of several days, what they share is said once', () => {
  const plain = (from: string, to: string) => utcDays(from, to).replaceAll(/\s/g, ' ')
  assert.equal(plain('2026-10-21', '2026-11-19'), 'Oct 21 – Nov 19, 2026')
  assert.equal(plain('2026-11-01', '2026-11-19'), 'Nov 1 – 19, 2026')
  assert.equal(plain('2025-12-21', '2026-01-19'), 'Dec 21, 2025 – Jan 19, 2026')
  assert.equal(plain('2026-11-19', '2026-11-19'), 'Nov 19, 2026')
})
