import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isEqual } from './equal.ts'
import { types, typedValues, valuesOf } from './testing/typed-values.ts'
import { isSameType, type Type } from './type.ts'
import { Decimal, Dynamic, isList, isObject, unknown, type Value } from './value.ts'

/** The same value, made anew, sets and members in another order. */
function turned(value: Value, type: Type): Value {
  if (value instanceof Dynamic) return new Dynamic(value.type, turned(value.value, value.type))
  if (typeof type === 'string') return value
  if (isList(value)) {
    const parts = value.map((element, index) =>
      turned(element, type[0] === 'tuple' ? (type[1][index] ?? 'dynamic') : (type[1] as Type)),
    )
    return type[0] === 'set' ? parts.toReversed() : parts
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(
    ([key, part]) =>
      [key, turned(part, type[0] === 'object' ? (type[1][key] ?? 'dynamic') : (type[1] as Type))] as const,
  )
  return Object.fromEntries(entries.toReversed())
}

test('a value equals itself in any order of sets and members, both ways round', () => {
  fc.assert(
    fc.property(typedValues({ isOpen: true }), ([type, value]) => {
      const other = turned(value, type)
      assert.ok(isEqual(value, other, type))
      assert.ok(isEqual(other, value, type))
    }),
  )
})

test('equality is symmetric', () => {
  const pairs = types.chain((type) =>
    fc.tuple(fc.constant(type), valuesOf(type, { isOpen: true }), valuesOf(type, { isOpen: true })),
  )
  fc.assert(fc.property(pairs, ([type, a, b]) => isEqual(a, b, type) === isEqual(b, a, type)))
})

const equal: readonly (readonly [Type, Value, Value])[] = [
  ['number', 1e21, 10n ** 21n],
  ['number', new Decimal('0.50'), 0.5],
  [
    ['set', 'number'],
    [1, 2n ** 70n],
    [2n ** 70n, 1n],
  ],
  [
    ['set', ['list', 'string']],
    [['a'], ['b', 'c']],
    [['b', 'c'], ['a']],
  ],
  [
    'dynamic',
    new Dynamic(['object', { a: 'bool', b: 'bool' }], unknown),
    new Dynamic(['object', { b: 'bool', a: 'bool' }], unknown),
  ],
]

for (const [type, a, b] of equal) {
  test(`as ${JSON.stringify(type)}, these are equal: ${inspect(a)} and ${inspect(b)}`, () => {
    assert.ok(isEqual(a, b, type))
    assert.ok(isEqual(b, a, type))
  })
}

const different: readonly (readonly [Type, Value, Value])[] = [
  ['string', '', null],
  ['string', 'a', unknown],
  ['string', null, unknown],
  ['number', 9007199254740992, 9007199254740993n],
  [
    ['list', 'string'],
    ['a', 'b'],
    ['b', 'a'],
  ],
  [['list', 'string'], [], null],
  [
    ['set', 'string'],
    ['a', 'a', 'b'],
    ['a', 'b', 'b'],
  ],
  [
    ['set', 'string'],
    ['a', 'b', 'a'],
    ['b', 'a', 'b'],
  ],
  [['set', 'string'], ['a'], ['a', 'b']],
  [['map', 'string'], { a: 'x' }, { b: 'x' }],
  [['map', 'string'], { a: 'x' }, {}],
  [['map', 'string'], { toString: null }, { a: null }],
  [
    ['tuple', ['string', 'number']],
    ['a', 1],
    ['a', 2],
  ],
  ['dynamic', new Dynamic(['list', 'string'], ['a']), new Dynamic(['set', 'string'], ['a'])],
  ['dynamic', new Dynamic(['tuple', ['string']], ['a']), new Dynamic(['tuple', ['string', 'string']], ['a'])],
  ['dynamic', new Dynamic('string', null), null],
]

for (const [type, a, b] of different) {
  test(`as ${JSON.stringify(type)}, these differ: ${inspect(a)} and ${inspect(b)}`, () => {
    assert.ok(!isEqual(a, b, type))
    assert.ok(!isEqual(b, a, type))
  })
}

test('a type is the same as itself, whatever the order of its members', () => {
  fc.assert(fc.property(types, (type) => isSameType(type, structuredClone(type))))
  assert.ok(!isSameType(['object', { a: 'bool' }], ['object', { b: 'bool' }]))
  assert.ok(!isSameType(['tuple', []], ['object', {}]))
})

function inspect(value: Value): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))
}
