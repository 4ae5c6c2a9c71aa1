import type { Field, Kind } from '@svc/model'
import { type ObjectValue, Unknown, type Value } from '../protocol/value.ts'
import type { Column } from './attributes.ts'

export type RecordJson = Readonly<Record<string, unknown>>

/** A record of the API in code, in the previous spelling if that means the same. */
export const toValues = (
  columns: readonly Column[],
  record: RecordJson,
  like: ObjectValue | null = null,
): ObjectValue =>
  Object.fromEntries(columns.map(({ key, name, shape }) => [name, shape.toValue(record[key], like?.[name])]))

/** The same as the state of a resource, which always has the time of its last change. */
export function toState(
  kind: Kind,
  columns: readonly Column[],
  record: RecordJson,
  like: ObjectValue | null = null,
): ObjectValue {
  const state = toValues(columns, record, like)
  if (kind.fields.updatedAt) return state
  return { ...state, updated_at: (record.createdAt ?? null) as Value }
}

/** The writable fields with the API's names; unknown values are omitted. */
export function toBody(columns: readonly Column[], planned: ObjectValue): RecordJson {
  return Object.fromEntries(
    columns
      .filter(({ field, name }) => isWritable(field) && !(planned[name] instanceof Unknown))
      .map(({ key, name, shape }) => [key, sent(shape.toJson(planned[name] ?? null))]),
  )
}

/** Members of an object that are left to svc are omitted. */
function sent(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(sent)
  if (typeof json !== 'object' || json === null) return json
  const known = Object.entries(json).filter(([, member]) => !(member instanceof Unknown))
  return Object.fromEntries(known.map(([key, member]) => [key, sent(member)]))
}

/**
 * Only what changes, so that other fields keep what others have set. With a change of what is measured, svc drops the
 * measured value unless it is sent again.
 */
export function toPatch(
  columns: readonly Column[],
  planned: ObjectValue,
  prior: ObjectValue,
  isEqual: (a: Value, b: Value, name: string) => boolean,
): RecordJson {
  const changed = columns.filter(
    ({ field, name }) =>
      isWritable(field) &&
      !(planned[name] instanceof Unknown) &&
      (field.traits.measured || !isEqual(planned[name] ?? null, prior[name] ?? null, name)),
  )
  return Object.fromEntries(
    changed.map(({ key, name, shape }) => [key, sent(shape.toJson(planned[name] ?? null))]),
  )
}

const isWritable = ({ traits }: Field): boolean => !traits.managed
