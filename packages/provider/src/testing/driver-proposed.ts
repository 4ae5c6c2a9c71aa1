import { departures } from '../protocol/departures.ts'
import { isEqual } from '../protocol/equal.ts'
import {
  type Attribute,
  type Attributes,
  isComputed,
  isNested,
  type NestedAttribute,
  typeOf,
} from '../protocol/schema.ts'
import { isList, isObject, type ObjectValue, Unknown, type Value } from '../protocol/value.ts'

/** What a host proposes: the configuration, and what it leaves open to the provider as it was before. */
export function proposedState(
  attributes: Attributes,
  prior: ObjectValue | null,
  config: ObjectValue,
): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      proposedValue(attribute, prior?.[name] ?? null, config[name] ?? null),
    ]),
  )
}

function proposedValue(attribute: Attribute, prior: Value, config: Value): Value {
  if (config === null && isComputed(attribute)) return wasWritten(attribute, prior) ? null : prior
  return isNested(attribute) ? proposedNested(attribute, prior, config) : config
}

/** Whether an object that is not written any more must have been: it holds what only people can say. */
function wasWritten(attribute: Attribute, prior: Value): boolean {
  if (attribute.presence !== 'optional-computed' || !isNested(attribute)) return false
  return holdsWritten(attribute, prior)
}

function holdsWritten({ nesting, attributes }: NestedAttribute, value: Value): boolean {
  const objects =
    nesting === 'single' ? [value] : isList(value) ? value : isObject(value) ? Object.values(value) : []
  return objects.filter(isObject).some((object) =>
    Object.entries(attributes).some(([name, attribute]) => {
      const member = object[name] ?? null
      if (member === null) return false
      return !isComputed(attribute) || (isNested(attribute) && holdsWritten(attribute, member))
    }),
  )
}

function proposedNested({ nesting, attributes }: NestedAttribute, prior: Value, config: Value): Value {
  const propose = (before: Value | undefined, written: Value): Value =>
    isObject(written) ? proposedState(attributes, isObject(before) ? before : null, written) : written
  if (config === null || config instanceof Unknown) return config
  if (nesting === 'single') return propose(prior, config)
  if (nesting === 'set') return isList(config) ? proposedSet(attributes, prior, config, propose) : config
  if (isList(config)) {
    return config.map((element, index) => propose(isList(prior) ? prior[index] : undefined, element))
  }
  const before = isObject(prior) ? prior : {}
  const written = isObject(config) ? config : {}
  return Object.fromEntries(
    Object.entries(written).map(([key, element]) => [key, propose(before[key], element)]),
  )
}

function proposedSet(
  attributes: Attributes,
  prior: Value,
  config: readonly Value[],
  propose: (before: Value | undefined, written: Value) => Value,
): readonly Value[] {
  const free = isList(prior) ? [...prior] : []
  return config.map((element) => {
    const found = free.findIndex((before) => couldComeFrom(attributes, before, element))
    return propose(found < 0 ? undefined : free.splice(found, 1)[0], element)
  })
}

/** Whether a prior element is what a written one became: only computed members may have been added. */
function couldComeFrom(attributes: Attributes, prior: Value, config: Value): boolean {
  if (!isObject(prior) || !isObject(config)) return false
  return Object.entries(attributes).every(([name, attribute]) => {
    const [before, written] = [prior[name] ?? null, config[name] ?? null]
    if (isEqual(before, written, typeOf(attribute))) return true
    if (!isNested(attribute)) return written === null && isComputed(attribute)
    if (attribute.nesting !== 'single') return departures(written, before, typeOf(attribute)).length === 0
    return couldComeFrom(attribute.attributes, before, written)
  })
}
