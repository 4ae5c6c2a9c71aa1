import {
  attributeNameOf,
  isOpenObject,
  isRequired,
  isSetInCode,
  type JsonSchema,
  type Kind,
} from '@svc/model'
import { type Fields, typeOf, writableFields } from '@svc/server/testing'
import type { ObjectValue, Value } from '../../protocol/value.ts'

/** What people write for a record to become what a body of the API says. */
export const configOf = (kind: Kind, body: Fields): ObjectValue =>
  Object.fromEntries(
    writableFields(kind)
      .filter(([key]) => body[key] !== undefined)
      .map(([key, { schema }]) => [attributeNameOf(key, schema), writtenAs(schema, body[key])]),
  )

/** Parts of a record have no id in code, and an object without a fixed shape is JSON text there, or left out. */
function writtenAs(schema: JsonSchema, json: unknown): Value {
  if (json === null || json === undefined) return null
  if (isOpenObject(schema)) return Object.keys(json).length === 0 ? null : JSON.stringify(json)
  const { items, properties } = schema
  if (Array.isArray(json)) return json.map((one) => writtenAs(items ?? {}, one))
  if (typeOf(schema) !== 'object') return json as Value
  return Object.fromEntries(
    Object.entries(properties ?? {})
      .filter(([key, member]) => key !== 'id' && isSetInCode(member))
      .map(([key, member]) => [attributeNameOf(key, member), writtenAs(member, (json as Fields)[key])]),
  )
}

/** What the API must show of a body: what is left out as its default, and nothing that the service adds. */
export function expectedOf(kind: Kind, body: Fields): Fields {
  const whole = Object.fromEntries(
    writableFields(kind).map(([key, { traits }]) => [key, body[key] ?? traits.default ?? null]),
  )
  return statedOf(kind, body, whole)
}

/** A record as far as a body says anything about it: what svc sets too is its own where the body does not. */
export function statedOf(kind: Kind, body: Fields, record: Fields): Fields {
  const isOpen = (key: string): boolean =>
    kind.fields[key]?.traits.measured === true && (body[key] ?? null) === null
  return Object.fromEntries(Object.entries(shownOf(kind, record)).filter(([key]) => !isOpen(key)))
}

/** A record as far as people write it. Where order means nothing, it is always the same. */
const shownOf = (kind: Kind, record: Fields): Fields =>
  Object.fromEntries(
    writableFields(kind).map(([key, { type, schema, traits }]) => [
      key,
      (type === 'texts' || type === 'refs') && !traits.listed
        ? [...(record[key] as readonly string[])].sort()
        : shownPart(schema, record[key]),
    ]),
  )

/** Parts of a record: without the ids that the service gives them, with what it fills in. */
function shownPart({ items, properties }: JsonSchema, json: unknown): unknown {
  if (Array.isArray(json)) return json.map((one) => shownPart(items ?? {}, one))
  if (!properties || json === null) return json
  const given = json as Fields
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key, member]) => key !== 'id' && isSetInCode(member))
      .map(([key, member]) => [key, shownPart(member, given[key] ?? unsaid(member))]),
  )
}

/** What a record has for a part that a body does not give. */
function unsaid(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.type === 'array') return []
  return schema.type === 'object' ? {} : null
}

/** A body with nothing in it that may be left out. */
export function minimalOf(kind: Kind, body: Fields): Fields {
  const isNeeded = (key: string): boolean =>
    kind.rules?.some(({ field, holds }) => field === key && !holds({ ...body, [key]: null } as never)) ??
    false
  return Object.fromEntries(
    writableFields(kind)
      .filter(([key, field]) => isRequired(field) || (field.traits.nullable && isNeeded(key)))
      .map(([key]) => [key, body[key]]),
  )
}

/** What a data source must show of a record. */
export const readAs = (kind: Kind, record: Fields): ObjectValue =>
  Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([, { traits }]) => !traits.internal)
      .map(([key, { schema }]) => [attributeNameOf(key, schema), readValue(schema, record[key])]),
  )

function readValue(schema: JsonSchema, json: unknown): Value {
  if (json === null || json === undefined) return null
  if (isOpenObject(schema)) return JSON.stringify(json)
  const { items, properties } = schema
  if (Array.isArray(json)) return json.map((one) => readValue(items ?? {}, one))
  if (!properties) return json as Value
  return Object.fromEntries(
    Object.entries(properties).map(([key, member]) => [
      attributeNameOf(key, member),
      readValue(member, (json as Fields)[key]),
    ]),
  )
}
