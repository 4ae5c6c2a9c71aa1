import { asList, asObject, asText, type Untyped, inJson } from '../untyped.ts'
import { resolved } from './reference-of.ts'

const nameIn = (schema: Untyped): string => {
  const reference = asText(schema.$ref)
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** `array of Order`, `string or null`, `integer (int64)` */
export function typeOf(document: Untyped, schema: unknown, depth = 0): string {
  const given = asObject(schema)
  const name = nameIn(given)
  if (name) return name
  const found = resolved(document, schema)
  const types = (Array.isArray(found.type) ? found.type : [found.type]).map(asText).filter(Boolean)
  if (found.nullable === true) types.push('null')
  const choices = [...asList(found.oneOf), ...asList(found.anyOf)]
  if (choices.length > 0 && depth < 3) {
    return choices.map((choice) => typeOf(document, choice, depth + 1)).join(' or ')
  }
  if (found.items !== undefined && depth < 3) {
    const others = types.filter((type) => type !== 'array')
    return [`array of ${typeOf(document, found.items, depth + 1)}`, ...others].join(' or ')
  }
  if (asList(found.allOf).length > 0 && types.length === 0) return 'object'
  const format = asText(found.format)
  const typeName =
    types.join(' or ') || (found.properties ? 'object' : found.enum ? 'one of several' : 'anything')
  return format ? `${typeName} (${format})` : typeName
}

/** The fields of an object, including those from `allOf`. */
export function partsOf(
  document: Untyped,
  schema: unknown,
  depth = 0,
): { readonly properties: readonly (readonly [string, unknown])[]; readonly required: ReadonlySet<string> } {
  const found = resolved(document, schema)
  const own = Object.entries(asObject(found.properties))
  const taken = depth > 8 ? [] : asList(found.allOf).map((part) => partsOf(document, part, depth + 1))
  const all = new Map([...taken.flatMap(({ properties }) => properties), ...own])
  const required = new Set([
    ...taken.flatMap((part) => [...part.required]),
    ...asList(found.required).map(asText),
  ])
  return { properties: [...all], required }
}

/** `1 to 200 characters`, `at least 0` */
function range(schema: Untyped, [least, most]: readonly [string, string], unit: string): readonly string[] {
  const from = asText(schema[least])
  const to = asText(schema[most])
  if (from && to) return [from === to ? `exactly ${to}${unit}` : `${from} to ${to}${unit}`]
  if (from) return [`at least ${from}${unit}`]
  return to ? [`at most ${to}${unit}`] : []
}

/** The other constraints on a value, in few words. */
export function limitsOf(schema: Untyped): readonly string[] {
  const values = asList(schema.enum).map((value) => inJson(value))
  return [
    ...(values.length > 0
      ? [`one of ${values.slice(0, 30).join(', ')}${values.length > 30 ? ', …' : ''}`]
      : []),
    ...(schema.const !== undefined ? [`always ${inJson(schema.const)}`] : []),
    ...(schema.default !== undefined ? [`default ${inJson(schema.default)}`] : []),
    ...range(schema, ['minimum', 'maximum'], ''),
    ...range(schema, ['minLength', 'maxLength'], ' characters'),
    ...range(schema, ['minItems', 'maxItems'], ' items'),
    ...(asText(schema.pattern) ? [`matches ${asText(schema.pattern)}`] : []),
  ]
}
