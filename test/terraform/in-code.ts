import { attributeNameOf, isOpenObject, isSetInCode, type JsonSchema, type Kind } from '@svc/model'

type Json = Readonly<Record<string, unknown>>

/**
 * A record of the API with the names in code, for a comparison independent of the provider. A data source shows what a
 * resource omits: the ids that the service assigns to parts of a record, empty JSON, and what is in no configuration.
 */
export function recordInCode(kind: Kind, record: Json, { isRead }: { isRead: boolean }): Json {
  const shown = Object.entries(kind.fields).filter(([, { traits }]) => !traits.internal)
  return Object.fromEntries(
    shown.map(([key, { schema }]) => [
      attributeNameOf(key, schema),
      inCode(schema, record[key] ?? null, isRead),
    ]),
  )
}

function inCode(schema: JsonSchema, json: unknown, isRead: boolean): unknown {
  if (Array.isArray(json)) return json.map((one) => inCode(schema.items ?? {}, one, isRead))
  if (!isRecord(json)) return json
  if (isOpenObject(schema)) return Object.keys(json).length === 0 && !isRead ? null : JSON.stringify(json)
  const parts = Object.entries(schema.properties ?? {}).filter(([key]) => isRead || key !== 'id')
  return Object.fromEntries(
    parts.map(([key, part]) => {
      const value = inCode(part, json[key] ?? null, isRead)
      const isOmitted = !isRead && mayBeOmitted(schema, key) && isNothing(value)
      return [attributeNameOf(key, part), isOmitted ? null : value]
    }),
  )
}

function mayBeOmitted({ properties = {}, required = [] }: JsonSchema, key: string): boolean {
  const part = properties[key] ?? {}
  return isSetInCode(part) && part.default === undefined && !required.includes(key)
}

const isNothing = (value: unknown): boolean =>
  isRecord(value)
    ? Object.values(value).every(isNothing)
    : value === null || (Array.isArray(value) && value.length === 0)

/** The same for equivalent values: order does not matter in a set, nor spaces in JSON, nor how a time is written. */
export function comparable(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && name.endsWith('_json')) return JSON.parse(value)
  if (typeof value === 'string' && name.endsWith('_at')) return new Date(value).toISOString()
  if (Array.isArray(value)) {
    const parts = value.map((part) => comparable(part))
    return parts.every((part) => typeof part === 'string') ? parts.toSorted() : parts
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, comparable(part, key)]),
  )
}

const isRecord = (json: unknown): json is Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
