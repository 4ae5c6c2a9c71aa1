import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksFor } from './event-types.ts'
import { retryWaitsMs, waitAfter } from './retries.ts'

const wait = (attempts: number, random = 0.5, retryAfterMs?: number) =>
  waitAfter(attempts, { waits: retryWaitsMs, retryAfterMs, random })

test('ten attempts over a little more than three days, then the message is given up', () => {
  const waits = Array.from({ length: 9 }, (_, index) => wait(index + 1))
  assert.deepEqual(waits.slice(0, 3), [5_000, 300_000, 1_800_000])
  const hours = waits.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0) / 3_600_000
  assert.ok(hours > 72 && hours < 80, `${hours} hours`)
  assert.equal(wait(10), undefined)
})

test('waits vary by a tenth either way', () => {
  assert.deepEqual([wait(1, 0), wait(1, 1)], [4_500, 5_500])
})

test('a receiver may ask for more time, up to a day, but not for less', () => {
  assert.equal(wait(1, 0.5, 60_000), 60_000)
  assert.equal(wait(2, 0.5, 1_000), 300_000)
  assert.equal(wait(1, 0.5, 999_000_000), 86_400_000)
})

test('a webhook subscribes to a type by name, to all of a kind, or to everything', () => {
  assert.ok(asksFor([], 'issue.created'))
  assert.ok(asksFor(['*'], 'issue.created'))
  assert.ok(asksFor(['team.created', 'issue.*'], 'issue.created'))
  assert.ok(!asksFor(['issue.*'], 'issues.created'))
  assert.ok(!asksFor(['issue.created'], 'issue.created_later'))
  assert.ok(!asksFor(['team.*', 'issue.updated'], 'issue.created'))
})
