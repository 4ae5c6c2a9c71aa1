import { asList, asObject, asText, type Given, inJson } from '../given.ts'
import { resolved } from './reference-of.ts'

const nameIn = (schema: Given): string => {
  const reference = asText(schema.$ref)
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** `array of Order`, `string or null`, `integer (int64)` */
export function typeOf(document: Given, schema: unknown, depth = 0): string {
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
  const said = types.join(' or ') || (found.properties ? 'object' : found.enum ? 'one of a few' : 'anything')
  return format ? `${said} (${format})` : said
}

/** The fields of an object, those that it takes over from others included. */
export function partsOf(
  document: Given,
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
function range(schema: Given, [least, most]: readonly [string, string], unit: string): readonly string[] {
  const from = asText(schema[least])
  const to = asText(schema[most])
  if (from && to) return [from === to ? `exactly ${to}${unit}` : `${from} to ${to}${unit}`]
  if (from) return [`at least ${from}${unit}`]
  return to ? [`at most ${to}${unit}`] : []
}

/** What else holds of a value, in few words. */
export function limitsOf(schema: Given): readonly string[] {
  const values = asList(schema.enum).map((value) => inJson(value))
  return [
    ...(values.length > 0
      ? [`one of ${values.slice(0, 30).join(', ')}${values.length > 30 ? ', …' : ''}`]
      : []),
    ...(schema.const !== undefined ? [`always ${inJson(schema.const)}`] : []),
    ...(schema.default !== undefined ? [`${inJson(schema.default)} unless said`] : []),
    ...range(schema, ['minimum', 'maximum'], ''),
    ...range(schema, ['minLength', 'maxLength'], ' characters'),
    ...range(schema, ['minItems', 'maxItems'], ' items'),
    ...(asText(schema.pattern) ? [`matches ${asText(schema.pattern)}`] : []),
  ]
}
