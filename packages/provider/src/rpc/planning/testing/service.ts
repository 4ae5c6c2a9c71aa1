import { type Attribute, type Attributes, isNested } from '../../../protocol/schema.ts'
import { isList, isObject, type ObjectValue, Unknown, type Value } from '../../../protocol/value.ts'

/** What a service makes of a plan: `fill` says what was left to it. */
export function settle(
  attributes: Attributes,
  planned: ObjectValue,
  fill: (attribute: Attribute) => Value,
): ObjectValue {
  return eachAttribute(attributes, planned, (attribute, value, inside) =>
    value instanceof Unknown ? fill(attribute) : inside((part) => settle(partsOf(attribute), part, fill)),
  )
}

/** The same in the words of a service that knows no null, no order of sets and no capital letters. */
export const reword = (attributes: Attributes, state: ObjectValue): ObjectValue =>
  eachAttribute(attributes, state, (attribute, value, inside) => {
    if (value === null) return canBeEmpty(attribute) ? emptyOf(attribute) : null
    if (isEmpty(value)) return null
    if (attribute.isSame && typeof value === 'string') return value.toUpperCase()
    const parts = inside((part) => reword(partsOf(attribute), part))
    return isSet(attribute) && isList(parts) ? parts.toReversed() : parts
  })

function eachAttribute(
  attributes: Attributes,
  object: ObjectValue,
  change: (
    attribute: Attribute,
    value: Value,
    inside: (part: (object: ObjectValue) => Value) => Value,
  ) => Value,
): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const value = object[name] ?? null
      return [
        name,
        change(attribute, value, (part) =>
          isNested(attribute) ? eachPart(attribute.nesting, value, part) : value,
        ),
      ]
    }),
  )
}

function eachPart(nesting: string, value: Value, part: (object: ObjectValue) => Value): Value {
  const change = (element: Value): Value => (isObject(element) ? part(element) : element)
  if (isList(value)) return value.map(change)
  if (nesting === 'single' || !isObject(value)) return change(value)
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, change(element)]))
}

const partsOf = (attribute: Attribute): Attributes => (isNested(attribute) ? attribute.attributes : {})

const isSet = (attribute: Attribute): boolean =>
  isNested(attribute) ? attribute.nesting === 'set' : attribute.type[0] === 'set'

/** A service does not make up an emptiness for what is never left out. */
const canBeEmpty = ({ presence, default: value }: Attribute): boolean =>
  presence !== 'required' && value === undefined

function emptyOf(attribute: Attribute): Value {
  const kind = isNested(attribute)
    ? attribute.nesting
    : typeof attribute.type === 'string'
      ? attribute.type
      : attribute.type[0]
  if (kind === 'list' || kind === 'set') return []
  if (kind === 'map') return {}
  return kind === 'string' ? '' : null
}

const isEmpty = (value: Value): boolean =>
  value === '' ||
  (isList(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)
