import fc from 'fast-check'
import { isEqual } from '../equal.ts'
import { exactInteger } from '../number.ts'
import type { Type } from '../type.ts'
import { Decimal, Dynamic, unknown, type Value } from '../value.ts'

/** Every type there is, and values of each. */

export const attributeName = fc.stringMatching(/^[a-z][a-z0-9_]{0,4}$/)

const primitive = fc.constantFrom<Type>('string', 'number', 'bool')

/** A set holds nothing dynamic, at any depth. */
const typesWithout: fc.Arbitrary<Type> = typesOver(primitive)
export const types: fc.Arbitrary<Type> = fc.oneof(
  typesOver(fc.oneof(primitive, fc.constant<Type>('dynamic'), setsOf(typesWithout))),
  setsOf(typesWithout),
)

function typesOver(leaf: fc.Arbitrary<Type>): fc.Arbitrary<Type> {
  return fc.letrec<{ type: Type }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.tuple(fc.constantFrom('list', 'map'), tie('type')),
      fc.tuple(fc.constant('tuple'), fc.array(tie('type'), { maxLength: 3 })),
      fc.tuple(
        fc.constant('object'),
        fc.dictionary(attributeName, tie('type'), { maxKeys: 4, noNullPrototype: true }),
      ),
    ),
  })).type
}

function setsOf(element: fc.Arbitrary<Type>): fc.Arbitrary<Type> {
  return fc.tuple(fc.constant('set' as const), element)
}

const fraction = fc
  .double({ noDefaultInfinity: true, noNaN: true })
  .filter((number) => !Number.isInteger(number))
const longFraction = fc
  .tuple(fc.bigInt({ min: 10n ** 18n, max: 10n ** 40n }), fc.integer({ min: 1, max: 9 }))
  .map(([integer, last]) => new Decimal(`${integer}.${last}`))

export const numbers: fc.Arbitrary<Value> = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger().map((number) => number || 0),
  fc.bigInt({ min: -(2n ** 130n), max: 2n ** 130n }).map(exactInteger),
  fraction,
  longFraction,
)

export interface Options {
  /** Whether any part may be null or not known. */
  readonly isOpen: boolean
}

export function valuesOf(type: Type, options: Options): fc.Arbitrary<Value> {
  const known = knownValuesOf(type, options)
  return options.isOpen ? fc.oneof({ weight: 6, arbitrary: known }, fc.constantFrom(null, unknown)) : known
}

function knownValuesOf(type: Type, options: Options): fc.Arbitrary<Value> {
  const inside = (part: Type): fc.Arbitrary<Value> => valuesOf(part, options)
  if (type === 'string') return fc.string({ unit: 'grapheme', maxLength: 8 })
  if (type === 'number') return numbers
  if (type === 'bool') return fc.boolean()
  if (type === 'dynamic') {
    return typesWithout.chain((own) => inside(own).map((value) => new Dynamic(own, value)))
  }
  if (type[0] === 'list') return fc.array(inside(type[1]), { maxLength: 4 })
  if (type[0] === 'set') {
    const comparator = (a: Value, b: Value) => isEqual(a, b, type[1])
    return fc.uniqueArray(inside(type[1]), { maxLength: 4, comparator })
  }
  if (type[0] === 'map') return fc.dictionary(mapKey, inside(type[1]), { maxKeys: 3, noNullPrototype: true })
  if (type[0] === 'tuple') return fc.tuple(...type[1].map(inside))
  return fc.record(
    Object.fromEntries(Object.entries(type[1]).map(([name, member]) => [name, inside(member)])),
    {
      noNullPrototype: true,
    },
  )
}

const mapKey = fc.string({ maxLength: 6 }).filter((key) => key !== '__proto__')

export const typedValues = (options: Options): fc.Arbitrary<readonly [Type, Value]> =>
  types.chain((type) => valuesOf(type, options).map((value) => [type, value] as const))
