import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExpiry, readPort, readWords } from './values.ts'

const now = new Date('2026-11-15T12:00:00.000Z')

const expiries = [
  ['30m', '2026-11-15T12:30:00.000Z'],
  ['12h', '2026-11-16T00:00:00.000Z'],
  ['90d', '2027-02-13T12:00:00.000Z'],
  ['2w', '2026-11-29T12:00:00.000Z'],
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31T10:00:00+02:00', '2027-01-31T08:00:00.000Z'],
] as const

for (const [text, at] of expiries) {
  test(`an expiry of ${text} is ${at}`, () => assert.equal(readExpiry(text, now), at))
}

for (const text of [
  '0d',
  '-1d',
  '90',
  'd',
  '1y',
  '2026-11-15',
  '2026-13-01',
  '2027-01-31T10:00',
  '999999w',
]) {
  test(`an expiry of ${text} is refused`, () =>
    assert.throws(() => readExpiry(text, now), { name: 'UsageError' }))
}

test('a list of words is returned in their fixed order, each once', () => {
  const words = readWords('write, read,write', { source: '--scopes', allowed: ['read', 'write', 'admin'] })
  assert.deepEqual(words, ['read', 'write'])
})

test('a port is a whole number', () => {
  assert.equal(readPort('0'), 0)
  assert.equal(readPort('65535'), 65_535)
  for (const text of ['', '-1', '1.5', '65536', '0x50', '1e3']) {
    assert.throws(() => readPort(text), { name: 'UsageError' })
  }
})
