import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterMs } from './retry-after.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

const asked = {
  '0': 0,
  '7': 7_000,
  '120': 120_000,
  'Sun, 15 Nov 2026 12:00:30 GMT': 30_000,
  'Sun, 15 Nov 2026 11:59:00 GMT': 0,
  soon: 0,
  '': 0,
  '-5': 0,
}

for (const [header, ms] of Object.entries(asked)) {
  test(`“${header}” asks for ${ms} ms`, () => assert.equal(retryAfterMs(header, now), ms))
}

test('no header means no wait', () => assert.equal(retryAfterMs(undefined), 0))
