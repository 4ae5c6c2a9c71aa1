import { faultsOf, type JsonSchema, type Kind, schemasOf } from '@svc/model'
import type { Fields } from '../records/behaviour.ts'
import { shorten } from './mapper.ts'
import type { AddNote } from './notes.ts'

/**
 * Fields as a kind accepts them. A description that is too long is truncated, an array loses invalid items, and any
 * other invalid value is left out; each is noted.
 */
export function fit(kind: Kind, ref: string, fields: Fields, note: AddNote): Fields {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue
    const schema = schemasOf(kind).create.properties?.[key] ?? {}
    const fitting = fitValue(key, schema, value)
    const [fault] = faultsOf(schema, fitting)
    if (fault === undefined) kept[key] = fitting
    if (fault !== undefined || fitting !== value) note(ref, 'limit', `${key}: ${shorten(value)}`)
  }
  return kept
}

function fitValue(key: string, schema: JsonSchema, value: unknown): unknown {
  if (key === 'description' && typeof value === 'string') return cut(value, schema.maxLength)
  if (!Array.isArray(value) || !schema.items) return value
  const { items, maxItems = value.length } = schema
  const fitting = value.filter((one) => faultsOf(items, one).next().done === true)
  return fitting.length === value.length && fitting.length <= maxItems ? value : fitting.slice(0, maxItems)
}

/** In characters, as the limit counts them. */
function cut(text: string, limit = Number.POSITIVE_INFINITY): string {
  if (text.length <= limit) return text
  const letters = [...text]
  return letters.length <= limit ? text : `${letters.slice(0, limit - 1).join('')}…`
}
