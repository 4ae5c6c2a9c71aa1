import type { Field, FieldType, Kind } from '@svc/model'
import type { Row, Value } from './sql.ts'

interface Codec {
  toColumn(value: never): Value
  fromColumn(value: never): unknown
}

const asIs = { toColumn: (value: Value) => value, fromColumn: (value: unknown) => value }

/** SQLite has no boolean and no JSON column, so both engines store 0, 1 and text: filters cannot differ. */
const flag = { toColumn: (value: boolean) => (value ? 1 : 0), fromColumn: (value: number) => value === 1 }
const json = {
  toColumn: (value: unknown) => JSON.stringify(value),
  fromColumn: (value: string): unknown => JSON.parse(value),
}

const codecs = {
  id: asIs,
  text: asIs,
  enum: asIs,
  integer: asIs,
  number: asIs,
  boolean: flag,
  timestamp: asIs,
  ref: asIs,
  texts: json,
  refs: json,
  json,
} satisfies Record<FieldType, Codec>

export const columnTypes = {
  id: 'text',
  text: 'text',
  enum: 'text',
  integer: 'integer',
  number: 'real',
  boolean: 'integer',
  timestamp: 'text',
  ref: 'text',
  texts: 'text',
  refs: 'text',
  json: 'text',
} as const satisfies Record<FieldType, 'text' | 'integer' | 'real'>

export const columnOf = (key: string): string => key.replace(/[A-Z0-9]+/g, (part) => `_${part.toLowerCase()}`)

export const isStored = ({ traits }: Field): boolean => traits.derivedFrom === undefined

export const toColumn = (field: Field, value: unknown): Value =>
  value === null || value === undefined ? null : codecs[field.type].toColumn(value as never)

export type Decoder = (row: Row) => Record<string, unknown>

const decoders = new WeakMap<Kind, Decoder>()

/** The record in a row, its fields in the kind's order; derived fields are still empty. */
export function fromRow(kind: Kind, row: Row): Record<string, unknown> {
  let decode = decoders.get(kind)
  if (!decode) {
    decode = decoderOf(kind, Object.keys(kind.fields))
    decoders.set(kind, decode)
  }
  return decode(row)
}

/** Reads some fields of a kind. */
export function decoderOf(kind: Kind, fields: readonly string[]): Decoder {
  const plan = Object.entries(kind.fields)
    .filter(([key]) => fields.includes(key))
    .map(([key, field]) => ({
      key,
      column: columnOf(key),
      read: isStored(field) ? (codecs[field.type].fromColumn as (value: unknown) => unknown) : undefined,
      empty: field.traits.nullable ? null : (field.traits.default ?? null),
    }))
  return (row) => {
    const record: Record<string, unknown> = {}
    for (const { key, column, read, empty } of plan) {
      const value = read ? row[column] : empty
      record[key] = value === null || value === undefined || !read ? (value ?? null) : read(value)
    }
    return record
  }
}
