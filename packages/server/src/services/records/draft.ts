import { type Field, invalid, type JsonSchema, type Kind } from '@svc/model'
import type { Draft, Fields } from './behaviour.ts'

/** A new record from a caller's input: defaults for absent fields, without those that only the service sets. */
export function draftOf(kind: Kind, input: Fields, { id, at }: { id: string; at: string }): Draft {
  const next: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(kind.fields)) {
    const given = field.traits.managed ? undefined : input[key]
    next[key] = given === undefined ? initial(field) : normal(key, field, given)
  }
  next.id = id
  for (const key of ['createdAt', 'updatedAt']) if (kind.fields[key]) next[key] = at
  return { next, before: undefined, given: new Set(Object.keys(input)) }
}

/** A record with a caller's changes applied: absent keeps, null clears. */
export function patched(kind: Kind, before: Fields, input: Fields): Draft {
  const next: Record<string, unknown> = { ...before }
  for (const [key, given] of Object.entries(input)) {
    const field = kind.fields[key]
    if (field && !field.traits.managed && given !== undefined) next[key] = normal(key, field, given)
  }
  return { next, before, given: new Set(Object.keys(input)) }
}

const initial = ({ traits }: Field): unknown => traits.default ?? null

/** Times are stored in UTC with milliseconds, whatever the caller's offset, wherever they are in a value. */
function normal(path: string, { type, schema }: Field, given: unknown): unknown {
  return type === 'timestamp' || type === 'json' ? withTimes(path, schema, given) : given
}

function withTimes(path: string, schema: JsonSchema, given: unknown): unknown {
  if (typeof given === 'string') return schema.format === 'date-time' ? inUtc(path, given) : given
  const { items, properties } = schema
  if (Array.isArray(given) && items) {
    return given.map((one: unknown, index) => withTimes(`${path}/${index}`, items, one))
  }
  if (typeof given !== 'object' || given === null || !properties) return given
  return Object.fromEntries(
    Object.entries(given).map(([key, one]) => [key, withTimes(`${path}/${key}`, properties[key] ?? {}, one)]),
  )
}

function inUtc(path: string, given: string): string {
  const time = new Date(given)
  const year = time.getUTCFullYear()
  if (!(year >= 0 && year <= 9999))
    throw invalid(path, 'must be a date and time such as 2026-11-15T12:00:00Z')
  return time.toISOString()
}
