import { type Attributes, isNested, type NestedAttribute } from '../../protocol/schema.ts'
import { isList, isObject, type ObjectValue, unknown, type Value } from '../../protocol/value.ts'

/** Volatile attributes that are neither configured nor have a default are unknown until the change is applied. */
export function forgetVolatile(
  attributes: Attributes,
  config: ObjectValue | null,
  planned: ObjectValue,
): ObjectValue {
  const result: Record<string, Value> = { ...planned }
  for (const [name, attribute] of Object.entries(attributes)) {
    const written = config?.[name] ?? attribute.default ?? null
    const value = planned[name] ?? null
    if (attribute.volatile && written === null) result[name] = unknown
    else if (isNested(attribute)) result[name] = forgetInside(attribute, written, value)
  }
  return result
}

function forgetInside({ nesting, attributes }: NestedAttribute, config: Value, planned: Value): Value {
  const forget = (value: Value, written: Value | undefined): Value =>
    isObject(value) ? forgetVolatile(attributes, isObject(written) ? written : null, value) : value
  if (nesting === 'single') return forget(planned, config)
  if (isList(planned)) {
    return planned.map((element, index) => forget(element, isList(config) ? config[index] : null))
  }
  if (!isObject(planned)) return planned
  const written = isObject(config) ? config : {}
  return Object.fromEntries(Object.entries(planned).map(([key, value]) => [key, forget(value, written[key])]))
}
