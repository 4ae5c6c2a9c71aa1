import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromDouble, isNumber, isSameNumber, numberText, parseNumber } from './number.ts'
import { numbers } from './testing/typed-values.ts'
import { Decimal } from './value.ts'

const parsed: readonly (readonly [string, ReturnType<typeof parseNumber>])[] = [
  ['0', 0],
  ['-0', 0],
  ['0.000', 0],
  ['007', 7],
  ['1.50', 1.5],
  ['0.1', 0.1],
  ['0.0000001', 1e-7],
  ['1e3', 1000],
  ['1.5E+2', 150],
  ['-12.5e-1', -1.25],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', 9007199254740993n],
  ['-18446744073709551616', -18446744073709551616n],
  ['1e21', 10n ** 21n],
  ['0.1000000000000000055511151231257827', new Decimal('0.1000000000000000055511151231257827')],
  ['9007199254740993.5', new Decimal('9007199254740993.5')],
  ['1e-400', new Decimal('1e-400')],
  ['', undefined],
  ['.', undefined],
  ['-', undefined],
  [' 1', undefined],
  ['0x10', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
]

for (const [text, expected] of parsed) {
  test(`"${text}" is read as ${expected instanceof Decimal ? 'the text itself' : `${typeof expected} ${expected}`}`, () => {
    assert.deepEqual(parseNumber(text), expected)
  })
}

test('every number comes back from its text as it was', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      assert.ok(isNumber(number))
      assert.deepEqual(parseNumber(numberText(number)), number)
    }),
  )
})

test('numbers are the same by value, however they are held', () => {
  assert.ok(isSameNumber(1e21, 10n ** 21n))
  assert.ok(isSameNumber(new Decimal('1.50'), 1.5))
  assert.ok(isSameNumber(new Decimal('10'), 10n))
  assert.ok(isSameNumber(new Decimal('1.0'), new Decimal('10e-1')))
  assert.ok(!isSameNumber(9007199254740992, 9007199254740993n))
  assert.ok(!isSameNumber(new Decimal('-1.5'), 1.5))
})

test('a double is taken for the integer that it is, and only where it is a number', () => {
  assert.equal(fromDouble(2 ** 70), 2n ** 70n)
  assert.equal(fromDouble(0.5), 0.5)
  assert.equal(fromDouble(Number.POSITIVE_INFINITY), undefined)
  assert.equal(fromDouble(Number.NaN), undefined)
})
