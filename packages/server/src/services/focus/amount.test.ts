import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readAmount, showAmount, toCents } from './amount.ts'

const exactly = (text: string): string => showAmount(readAmount(text) ?? assert.fail(text))

test('amounts are read as exports write them, to the last digit', () => {
  const known: Readonly<Record<string, string>> = {
    '0': '0.00',
    '-0': '0.00',
    '12': '12.00',
    '+1.5': '1.50',
    '.5': '0.50',
    '-.25': '-0.25',
    '7.': '7.00',
    '1.5E-7': '0.00000015',
    '-2e3': '-2000.00',
    '1.0842021724855044E-19': '0.00000000000000000010842021724855044',
    '0.1000000000000000055511151231257827021181583404541015625':
      '0.1000000000000000055511151231257827021181583404541015625',
    '0E-300': '0.00',
  }
  for (const [text, shown] of Object.entries(known)) assert.equal(exactly(text), shown, text)
})

test('a text that is not an amount, or not one that can be stored exactly, is refused', () => {
  const wrong = [
    '',
    ' ',
    '-',
    '.',
    '1,5',
    '1.2.3',
    '$1',
    '1e',
    '0x10',
    'NaN',
    'Infinity',
    '1e-61',
    '1e99',
    '1_000',
  ]
  for (const text of wrong) assert.equal(readAmount(text), undefined, text)
})

test('sums are exact, where floats are not', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 50 }), (numbers) => {
      const texts = numbers.map((n) => `${n}E-9`)
      const sum = texts.reduce((total, text) => total + (readAmount(text) ?? 0n), 0n)
      const billionths = numbers.reduce((total, n) => total + n, 0)
      assert.equal(sum, readAmount(`${billionths}E-9`))
    }),
  )
})

test('amounts are rounded to the nearest cent, halves away from zero', () => {
  const cents = (text: string): bigint => toCents(readAmount(text) ?? 0n)
  assert.deepEqual(['0.005', '0.00499999', '-0.005', '-0.00499999', '1.115', '2.5'].map(cents), [
    1n,
    0n,
    -1n,
    0n,
    112n,
    250n,
  ])
})
