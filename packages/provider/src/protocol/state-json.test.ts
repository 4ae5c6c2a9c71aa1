import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { stateJson } from '../testing/driver-state.ts'
import { fitState, parseState } from './state-json.ts'
import { typedValues } from './testing/typed-values.ts'
import type { Type } from './type.ts'
import { Decimal, Dynamic, type Value } from './value.ts'

const read = (json: string, type: Type): Value => fitState(parseState(Buffer.from(json)), type)

test('every known value comes back from its stored form', () => {
  fc.assert(
    fc.property(typedValues({ isOpen: false }), ([type, value]) => {
      assert.deepEqual(fitState(parseState(stateJson(value, type)), type), value)
    }),
  )
})

const cases: readonly (readonly [about: string, type: Type, json: string, value: Value])[] = [
  ['digits beyond a double', 'number', '9007199254740993', 9007199254740993n],
  ['a fraction beyond a double', 'number', '1.23456789012345678901', new Decimal('1.23456789012345678901')],
  ['an attribute that is no more', ['object', { a: 'bool' }], '{"a":true,"gone":[1]}', { a: true }],
  [
    'an attribute that is new',
    ['object', { a: 'bool', b: ['list', 'bool'] }],
    '{"a":true}',
    { a: true, b: null },
  ],
  ['a number that became text', 'string', '9007199254740993', '9007199254740993'],
  ['a bool that became text', 'string', 'true', 'true'],
  ['text that became a number', 'number', '"0.50"', 0.5],
  ['text that became a bool', ['list', 'bool'], '["true","false",true]', [true, false, true]],
  [
    'a dynamic value',
    'dynamic',
    '{"value":["a"],"type":["list","string"]}',
    new Dynamic(['list', 'string'], ['a']),
  ],
  ['a null of type dynamic', 'dynamic', 'null', null],
  ['nothing at all', ['object', { a: 'bool' }], 'null', null],
]

for (const [about, type, json, value] of cases) {
  test(`${about} is read from ${json}`, () => assert.deepEqual(read(json, type), value))
}

for (const [type, json, message] of [
  ['number', '"many"', /no number here/],
  ['bool', '1', /no bool here/],
  ['string', '[]', /no string here/],
  [['map', 'string'], '[]', /no map here/],
  [['object', { a: ['list', 'bool'] }], '{"a":[true,"x"]}', /^a\[1\]: The stored state has no bool here/],
  [['tuple', ['bool']], '[true,true]', /^\[1\]: is not part/],
  ['dynamic', '"x"', /no dynamic here/],
] as const satisfies readonly (readonly [Type, string, RegExp])[]) {
  test(`${json} is refused as ${JSON.stringify(type)}`, () =>
    assert.throws(() => read(json, type), { message }))
}
