import type { Path } from '../../protocol/diagnostic.ts'
import { isEqual } from '../../protocol/equal.ts'
import { type Attribute, type Attributes, isNested, typeOf } from '../../protocol/schema.ts'
import { isList, isObject, type ObjectValue, Unknown, unknown, type Value } from '../../protocol/value.ts'

/** Where a change replaces the object. Unknown counts as a different value, absent as null. */
export const replacements = (
  attributes: Attributes,
  prior: ObjectValue,
  planned: ObjectValue,
): readonly Path[] => inObject(attributes, prior, planned, [])

function inObject(attributes: Attributes, prior: Value, planned: Value, path: Path): readonly Path[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    inAttribute(attribute, partOf(prior, name), partOf(planned, name), [...path, name]),
  )
}

function inAttribute(attribute: Attribute, prior: Value, planned: Value, path: Path): readonly Path[] {
  if (attribute.replaces) return isEqual(prior, planned, typeOf(attribute)) ? [] : [path]
  if (!isNested(attribute) || attribute.nesting === 'set') return []
  const { attributes } = attribute
  if (attribute.nesting === 'single') return inObject(attributes, prior, planned, path)
  return keysOf(prior, planned).flatMap((key) =>
    inObject(attributes, partOf(prior, key), partOf(planned, key), [...path, key]),
  )
}

function keysOf(prior: Value, planned: Value): readonly (string | number)[] {
  const keys = [prior, planned].flatMap((value): (string | number)[] =>
    isList(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [],
  )
  return [...new Set(keys)]
}

function partOf(value: Value, key: string | number): Value {
  if (value instanceof Unknown) return unknown
  if (typeof key === 'number') return isList(value) ? (value[key] ?? null) : null
  return isObject(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null
}
