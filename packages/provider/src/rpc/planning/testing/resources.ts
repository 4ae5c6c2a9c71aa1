import fc from 'fast-check'
import { isEqual } from '../../../protocol/equal.ts'
import {
  type Attribute,
  type Attributes,
  isComputed,
  isNested,
  type NestedAttribute,
  objectTypeOf,
  type PlainAttribute,
  type Presence,
} from '../../../protocol/schema.ts'
import { attributeName } from '../../../protocol/testing/typed-values.ts'
import type { Type } from '../../../protocol/type.ts'
import { type ObjectValue, unknown, type Value } from '../../../protocol/value.ts'

/** Resources of any make, and what can be written and stored of them. */

interface Place {
  readonly depth: number
  readonly isInSet: boolean
}

const description = 'Anything.'
const presences = fc.constantFrom<Presence>('required', 'optional', 'computed', 'optional-computed')
const plainTypes = fc.constantFrom<Type>(
  'string',
  'number',
  'bool',
  ['list', 'string'],
  ['set', 'string'],
  ['map', 'string'],
)

/** The same in capitals and small letters. */
const isSame = (a: Value, b: Value): boolean => String(a).toLowerCase() === String(b).toLowerCase()

export const resources = (place: Place = { depth: 0, isInSet: false }): fc.Arbitrary<Attributes> =>
  fc
    .dictionary(attributeName, attributeAt(place), { maxKeys: 4, noNullPrototype: true })
    .chain((attributes) =>
      fc.boolean().map((isFollowing) => (isFollowing ? following(attributes) : attributes)),
    )

/** The same, where what is computed follows what is not, as far as it may. */
function following(attributes: Attributes): Attributes {
  const follows = Object.keys(attributes).filter((name) => !isComputed(attributes[name] as Attribute))
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const mayFollow = isComputed(attribute) && attribute.default === undefined && !attribute.volatile
      return [name, mayFollow ? { ...attribute, follows } : attribute]
    }),
  )
}

const attributeAt = (place: Place): fc.Arbitrary<Attribute> =>
  place.depth === 2 ? plainAttribute(place) : fc.oneof(plainAttribute(place), nestedAttribute(place))

const plainAttribute = (place: Place): fc.Arbitrary<Attribute> =>
  fc
    .record({ type: plainTypes, presence: presences, hasSpellings: fc.boolean() }, { noNullPrototype: true })
    .map(
      ({ hasSpellings, ...attribute }): PlainAttribute => ({
        ...attribute,
        description,
        ...(hasSpellings && attribute.type === 'string' && { isSame }),
      }),
    )
    .chain((attribute) => withTraits(attribute, place))

const nestedAttribute = ({ depth, isInSet }: Place): fc.Arbitrary<Attribute> =>
  fc
    .record(
      { nesting: fc.constantFrom('single', 'list', 'set', 'map'), presence: presences },
      { noNullPrototype: true },
    )
    .chain(({ nesting, presence }) => {
      const isSet = nesting === 'set' && presence !== 'computed'
      return resources({ depth: depth + 1, isInSet: isInSet || isSet })
        .map((attributes): NestedAttribute => ({ nesting, presence, attributes, description }))
        .chain((attribute) => withTraits(attribute, { depth, isInSet }))
    })

/** Only such as a schema may have: see check-schema. */
function withTraits(attribute: Attribute, { isInSet }: Place): fc.Arbitrary<Attribute> {
  if (isInSet && attribute.presence === 'computed') return fc.constant({ ...attribute, presence: 'optional' })
  const value = writtenValue(attribute, { isOpen: false })
  const none = fc.constant(undefined)
  const mayHaveDefault = attribute.presence === 'optional-computed'
  const defaults = !mayHaveDefault ? none : isInSet ? value : fc.oneof(none, value)
  return fc.tuple(defaults, fc.boolean(), fc.boolean()).map(([given, isVolatile, isReplacing]) => ({
    ...attribute,
    ...(given !== undefined && { default: given }),
    ...(given === undefined && isVolatile && isComputed(attribute) && { volatile: true as const }),
    ...(isReplacing && !isInSet && { replaces: true as const }),
  }))
}

export interface Written {
  /** Whether parts may be unknown. */
  readonly isOpen: boolean
}

/** What people may write: nothing that is only computed, and all that is required. */
export const configOf = (attributes: Attributes, written: Written): fc.Arbitrary<ObjectValue> =>
  fc.record(
    Object.fromEntries(
      Object.entries(attributes).map(([name, attribute]) => [name, configValue(attribute, written)]),
    ),
    { noNullPrototype: true },
  )

function configValue(attribute: Attribute, written: Written): fc.Arbitrary<Value> {
  if (attribute.presence === 'computed') return fc.constant(null)
  const value = writtenValue(attribute, written)
  const given = written.isOpen ? fc.oneof({ weight: 5, arbitrary: value }, fc.constant(unknown)) : value
  return attribute.presence === 'required' ? given : fc.option(given, { freq: 2 })
}

function writtenValue(attribute: Attribute, written: Written): fc.Arbitrary<Value> {
  if (!isNested(attribute)) return plainValue(attribute.type)
  return collected(attribute, configOf(attribute.attributes, written))
}

/** Any state that a service might be found in: more than could ever be written. */
export const stateOf = (attributes: Attributes): fc.Arbitrary<ObjectValue> =>
  fc.record(
    Object.fromEntries(
      Object.entries(attributes).map(([name, attribute]) => [
        name,
        fc.option(knownValue(attribute), { freq: 3 }),
      ]),
    ),
    { noNullPrototype: true },
  )

/** A value as a service might fill it in. */
export const knownValue = (attribute: Attribute): fc.Arbitrary<Value> =>
  isNested(attribute) ? collected(attribute, stateOf(attribute.attributes)) : plainValue(attribute.type)

function collected(
  { nesting, attributes }: NestedAttribute,
  element: fc.Arbitrary<ObjectValue>,
): fc.Arbitrary<Value> {
  if (nesting === 'single') return element
  if (nesting === 'list') return fc.array(element, { maxLength: 3 })
  if (nesting === 'map')
    return fc.dictionary(fc.constantFrom('a', 'b', 'c'), element, { noNullPrototype: true })
  const comparator = (a: Value, b: Value) => isEqual(a, b, objectTypeOf(attributes))
  return fc.uniqueArray(element, { maxLength: 3, comparator })
}

/** From so few that priors and configurations often agree. */
function plainValue(type: Type): fc.Arbitrary<Value> {
  const word = fc.constantFrom('', 'a', 'A', 'b')
  if (type === 'number') return fc.constantFrom(0, 1, 2n ** 70n)
  if (type === 'bool') return fc.boolean()
  if (type === 'string') return word
  if (type[0] === 'map') return fc.dictionary(fc.constantFrom('k', 'l'), word, { noNullPrototype: true })
  return type[0] === 'set' ? fc.uniqueArray(word, { maxLength: 3 }) : fc.array(word, { maxLength: 3 })
}
