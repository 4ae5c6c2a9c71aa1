import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeValue, encodeValue } from './msgpack.ts'
import { typedValues } from './testing/typed-values.ts'
import type { Type } from './type.ts'
import { Decimal, Dynamic, unknown, type Value } from './value.ts'

const hex = (encoded: Uint8Array): string => Buffer.from(encoded).toString('hex')
const fromHex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex')

test('every value of every type comes back as it was, unknown and null at any depth', () => {
  fc.assert(
    fc.property(typedValues({ isOpen: true }), ([type, value]) => {
      assert.deepEqual(decodeValue(encodeValue(value, type), type), value)
    }),
    { numRuns: 500 },
  )
})

const both: readonly (readonly [about: string, type: Type, value: Value, encoded: string])[] = [
  ['null', 'string', null, 'c0'],
  ['unknown', 'string', unknown, 'd40000'],
  ['unknown in a list', ['list', 'bool'], [unknown, true], '92 d40000 c3'],
  ['a whole unknown object', ['object', { a: 'string' }], unknown, 'd40000'],
  ['text', 'string', 'é', 'a2 c3a9'],
  ['a small integer', 'number', 7, '07'],
  ['a negative integer', 'number', -33, 'd0 df'],
  ['an integer of 33 bits', 'number', 2 ** 32, 'cf 0000000100000000'],
  ['the largest integer of 64 bits', 'number', 2n ** 64n - 1n, 'cf ffffffffffffffff'],
  ['the smallest integer of 64 bits', 'number', -(2n ** 63n), 'd3 8000000000000000'],
  ['an integer beyond 64 bits', 'number', 2n ** 64n, 'b4 3138343436373434303733373039353531363136'],
  ['a fraction', 'number', 0.1, 'a3 302e31'],
  [
    'a long fraction',
    'number',
    new Decimal('0.12345678901234567890'),
    'b6 302e3132333435363738393031323334353637383930',
  ],
  ['a tuple', ['tuple', ['bool', 'number']], [true, 1], '92 c3 01'],
  ['an object', ['object', { a: 'bool', b: 'string' }], { a: null, b: 'x' }, '82 a161 c0 a162 a178'],
  ['an empty map', ['map', 'string'], {}, '80'],
  ['null of type dynamic', 'dynamic', null, 'c0'],
  ['wholly unknown of type dynamic', 'dynamic', unknown, 'd40000'],
  ['dynamic text', 'dynamic', new Dynamic('string', 'x'), '92 c408 22737472696e6722 a178'],
  [
    'dynamic, of known type but unknown',
    'dynamic',
    new Dynamic('bool', unknown),
    '92 c406 22626f6f6c22 d40000',
  ],
]

for (const [about, type, value, encoded] of both) {
  test(`${about} is written as ${encoded}, and read`, () => {
    assert.equal(hex(encodeValue(value, type)), encoded.replaceAll(' ', ''))
    assert.deepEqual(decodeValue(fromHex(encoded), type), value)
  })
}

const onlyRead: readonly (readonly [about: string, type: Type, encoded: string, value: Value])[] = [
  ['an unknown that is not null, by its refinement', 'string', 'c7 03 0c 81 01 c2', unknown],
  ['an unknown with a prefix', 'string', 'c7 0a 0c 82 01 c2 02 a5 68747470 73', unknown],
  ['an unknown number with bounds', 'number', 'c7 0b 0c 83 01 c2 03 92 00 c3 04 92 05 c2', unknown],
  ['a refined unknown inside a list', ['list', 'string'], '92 a161 c7 03 0c 81 01 c2', ['a', unknown]],
  ['a fraction as a double', 'number', 'cb 3fb999999999999a', 0.1],
  ['a large integer as a double', 'number', 'cb 4450000000000000', 2n ** 70n],
  ['a small integer in 64 bits', 'number', 'd3 0000000000000005', 5],
  ['an integer as text', 'number', 'a2 3432', 42],
  [
    'members in another order',
    ['object', { a: 'bool', b: 'bool' }],
    '82 a162 c2 a161 c3',
    { a: true, b: false },
  ],
]

for (const [about, type, encoded, value] of onlyRead) {
  test(`${about} is read`, () => assert.deepEqual(decodeValue(fromHex(encoded), type), value))
}

const wrongOnTheWire: readonly (readonly [about: string, type: Type, encoded: string, message: RegExp])[] = [
  ['a missing member', ['object', { a: 'bool', b: 'bool' }], '81 a161 c3', /^b: is missing/],
  ['an extra member', ['object', { a: 'bool' }], '82 a161 c3 a162 c3', /^b: is not an attribute/],
  [
    'an extra member named as what every object has',
    ['object', {}],
    '81 ab 636f6e7374727563746f72 c3',
    /^constructor: is not/,
  ],
  ['a tuple of another length', ['tuple', ['bool']], '92 c3 c3', /has 2 elements, where 1/],
  ['text for a bool', 'bool', 'a178', /is a string, where a bool belongs/],
  ['text that is no number', 'number', 'a178', /is a string, where a number belongs/],
  ['an infinite number', 'number', 'cb 7ff0000000000000', /a number belongs/],
  ['a list for a map', ['map', 'bool'], '90', /is a list, where a map belongs/],
  [
    'something deep inside',
    ['map', ['list', ['object', { a: 'bool' }]]],
    '81 a16b 91 81 a161 05',
    /^k\[0\]\.a: is a number/,
  ],
  ['bytes after the end', 'bool', 'c3 c3', /Extra/],
  ['an end before the end', ['list', 'bool'], '92 c3', /./],
]

for (const [about, type, encoded, message] of wrongOnTheWire) {
  test(`${about} is refused when read`, () => {
    assert.throws(() => decodeValue(fromHex(encoded), type), { message })
  })
}

const wrongHere: readonly (readonly [about: string, type: Type, value: unknown, message: RegExp])[] = [
  ['a missing member', ['object', { a: 'bool' }], {}, /^a: is missing/],
  ['an undefined member', ['object', { a: 'bool' }], { a: undefined }, /^a: is missing/],
  ['an extra member', ['object', {}], { b: 1 }, /^b: is not an attribute/],
  ['a number for text', ['list', 'string'], ['a', 1], /^\[1\]: is a number, where a string belongs/],
  ['what is not a number', 'number', Number.NaN, /NaN/],
  ['a list for an object', ['object', {}], [], /is a list, where a object/],
  ['an untyped value for dynamic', 'dynamic', 'x', /is a string, where a dynamic/],
]

for (const [about, type, value, message] of wrongHere) {
  test(`${about} is refused when written`, () => {
    assert.throws(() => encodeValue(value as Value, type), { message })
  })
}
