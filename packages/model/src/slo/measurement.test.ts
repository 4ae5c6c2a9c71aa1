import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearTarget } from './measurement.ts'

test('a measurement has two digits more than its target', () => {
  assert.deepEqual(nearTarget(99.998_123_4, 99.99), { value: 99.9981, side: null })
  assert.deepEqual(nearTarget(95.660_86, 95), { value: 95.66, side: null })
  assert.deepEqual(nearTarget(251.123_456, 250), { value: 251.12, side: null })
})

test('a measurement that would round to its target says on which side of it it is', () => {
  assert.deepEqual(nearTarget(99.949_999_97, 99.95), { value: 99.95, side: 'under' })
  assert.deepEqual(nearTarget(1.000_000_1, 1), { value: 1, side: 'over' })
  assert.deepEqual(nearTarget(99.95, 99.95), { value: 99.95, side: null })
})

test('a target that needs an exponent leaves the measurement as it is', () => {
  assert.deepEqual(nearTarget(2.5e-7, 1e-7), { value: 2.5e-7, side: null })
  assert.deepEqual(nearTarget(1e30, 1e30), { value: 1e30, side: null })
})
