import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSameDecimal, minus, toDecimal } from './decimal.ts'

const differences: readonly [a: number, b: number, difference: number][] = [
  [100, 99.9, 0.1],
  [100, 99.95, 0.05],
  [100, 99.999_999, 0.000_001],
  [0.3, 0.1, 0.2],
  [0.3, 0.1 + 0.2, 0],
  [0, 0, 0],
  [5, 7.5, -2.5],
  [1e-12, 4e-13, 6e-13],
  [Number.MIN_VALUE, 0, Number.MIN_VALUE],
]

for (const [a, b, difference] of differences) {
  test(`${a} - ${b} is ${difference}`, () => assert.equal(minus(a, b), difference))
}

test('a number is shown as people would write it', () => {
  assert.equal(toDecimal(43.199_999_999_999_996), 43.2)
  assert.equal(toDecimal(-0), 0)
})

test('a value too large for a number becomes the largest there is', () => {
  assert.equal(toDecimal(Number.POSITIVE_INFINITY), Number.MAX_VALUE)
  assert.equal(toDecimal(Number.NEGATIVE_INFINITY), -Number.MAX_VALUE)
  assert.ok(Number.isFinite(minus(Number.MAX_VALUE, -Number.MAX_VALUE)))
})

test('only rounding errors of binary fractions are ignored', () => {
  assert.ok(isSameDecimal(0.1 + 0.2, 0.3))
  assert.ok(!isSameDecimal(0.3, 0.300_000_001))
  assert.ok(!isSameDecimal(0, Number.MIN_VALUE))
})

test('subtracting cents is exact', () => {
  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  fc.assert(fc.property(cents, cents, (a, b) => assert.equal(minus(a / 100, b / 100), (a - b) / 100 + 0)))
})
