import type { Kind } from '@svc/model'
import { columnOf, columnTypes, fromRow, isStored, toColumn } from './codec.ts'
import {
  type Column,
  insertInto,
  integers,
  removeFrom,
  type RowStatement,
  texts,
  updateOf,
} from './row-statement.ts'
import type { Row, Value } from './sql.ts'

/** A record with the numbers that its ETag and preconditions are made of. */
export interface StoredRecord<R = Record<string, unknown>> {
  readonly record: R
  /** The partition's revision when any part of it last changed. */
  readonly revision: number
  /** The partition's revision when a caller last changed it; background work does not affect it. */
  readonly edited: number
}

/** The statements of a kind's table, built once. */
export interface Table {
  readonly columns: string
  /** The columns written besides the partition, in the order of `values`. */
  readonly writes: readonly string[]
  readonly find: string
  /** Takes the partition, then `values`. */
  readonly insert: RowStatement
  /** Takes the partition and the id. */
  readonly remove: RowStatement
  /** Sets the columns at these positions of `values`; takes their values, the partition and the id. */
  update(positions: readonly number[]): RowStatement
  /** Made once for each stored record. */
  values(stored: StoredRecord): readonly Value[]
  /** The positions at which two rows differ. */
  changed(before: readonly Value[], after: readonly Value[]): readonly number[]
  /** The bytes of a row's texts; `size` is the same in SQL. */
  sizeOf(stored: StoredRecord): number
  readonly size: string
  read(row: Row): StoredRecord
}

/** The bytes of those values that are texts. */
export const textBytes = (values: readonly Value[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0)

export const quoted = (key: string): string => `"${columnOf(key)}"`

/** The columns whose values are of unbounded size. */
export const sizedColumns = (kind: Kind): readonly string[] =>
  Object.entries(kind.fields)
    .filter(([, field]) => isStored(field) && columnTypes[field.type] === 'text')
    .map(([key]) => quoted(key))

/** One for each set of fields that are changed together. */
const maxUpdateStatements = 200

const tables = new WeakMap<Kind, Table>()

export function tableOf(kind: Kind): Table {
  let table = tables.get(kind)
  if (!table) {
    table = makeTable(kind)
    tables.set(kind, table)
  }
  return table
}

function makeTable(kind: Kind): Table {
  const stored = Object.entries(kind.fields).filter(([, field]) => isStored(field))
  const extras = extraColumns(kind)
  const names = [
    ...stored.map(([key]) => quoted(key)),
    ...extras.map(({ name }) => name),
    'revision',
    'edited',
  ]
  const values = ({ record, revision, edited }: StoredRecord): Value[] => [
    ...stored.map(([key, field]) => toColumn(field, record[key])),
    ...extras.map(({ from }) => from(record)),
    revision,
    edited,
  ]
  const made = new WeakMap<StoredRecord, readonly Value[]>()
  const valuesOf: Table['values'] = (stored) => {
    let row = made.get(stored)
    if (!row) {
      row = values(stored)
      made.set(stored, row)
    }
    return row
  }
  const columns: readonly Column[] = [
    ...stored.map(([key, { type }]) => ({ name: quoted(key), type: columnTypes[type] })),
    ...texts(...extras.map(({ name }) => name)),
    ...integers('revision', 'edited'),
  ]
  const key = texts('partition_id', 'id')
  const updateStatements = new Map<string, RowStatement>()
  const measured = [...sizedColumns(kind), ...extras.map(({ name }) => name)]

  return {
    columns: [...stored.map(([key]) => quoted(key)), 'revision', 'edited'].join(', '),
    writes: names,
    find: `select ${names.join(', ')} from ${kind.table} where partition_id = ? and id = ?`,
    insert: insertInto(kind.table, [...texts('partition_id'), ...columns]),
    remove: removeFrom(kind.table, key),
    update: (positions) => {
      const name = positions.join()
      let statement = updateStatements.get(name)
      if (!statement) {
        if (updateStatements.size >= maxUpdateStatements) updateStatements.clear()
        statement = updateOf(
          kind.table,
          columns.filter((_, position) => positions.includes(position)),
          key,
        )
        updateStatements.set(name, statement)
      }
      return statement
    },
    values: valuesOf,
    changed: (before, after) =>
      names.flatMap((_, position) => (before[position] === after[position] ? [] : position)),
    sizeOf: (stored) => textBytes(valuesOf(stored)),
    size: measured.map((name) => `coalesce(octet_length(${name}), 0)`).join(' + '),
    read: (row) => ({
      record: fromRow(kind, row),
      revision: Number(row.revision),
      edited: Number(row.edited),
    }),
  }
}

export interface ExtraColumn {
  readonly name: string
  from(record: Readonly<Record<string, unknown>>): string
}

/** Occurs in no text, so that nothing is found across two fields. */
const between = '\uffff'

/** Folded here, not in SQL: the two engines fold letters beyond ASCII differently. */
export function extraColumns(kind: Kind): readonly ExtraColumn[] {
  const { search, sortBy = search?.[0] } = kind
  const columns: ExtraColumn[] = []
  if (search) {
    columns.push({
      name: 'search_text',
      from: (record) => searchTextOf(kind, record),
    })
  }
  if (sortBy) columns.push({ name: 'sort_key', from: (record) => fold(String(record[sortBy])) })
  return columns
}

/** What `?q=` looks into. */
export const searchTextOf = ({ search = [] }: Kind, record: Readonly<Record<string, unknown>>): string =>
  fold(search.map((key) => record[key] ?? '').join(between))

export const fold = (text: string): string => text.toLowerCase()
