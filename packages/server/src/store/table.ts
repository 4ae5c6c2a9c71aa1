import type { Kind } from '@svc/model'
import { columnOf, columnTypes, fromRow, isStored, toColumn } from './codec.ts'
import type { PartitionId } from './partition-id.ts'
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
  /** The columns written besides the partition, in the order of `insertValues`. */
  readonly writes: readonly string[]
  readonly find: string
  readonly insert: string
  readonly remove: string
  insertValues(partitionId: PartitionId, stored: StoredRecord): Value[]
  /** Sets only what differs: an index costs nothing if its column stays the same. */
  update(partitionId: PartitionId, before: StoredRecord, after: StoredRecord): Update
  /** The bytes of a row's texts; `size` is the same in SQL. */
  sizeOf(stored: StoredRecord): number
  readonly size: string
  read(row: Row): StoredRecord
}

export interface Update {
  readonly text: string
  readonly params: readonly Value[]
  /** By how many bytes the row grows. */
  readonly growth: number
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
  const marks = names.map(() => '?').join(', ')
  const texts = [...sizedColumns(kind), ...extras.map(({ name }) => name)]

  return {
    columns: [...stored.map(([key]) => quoted(key)), 'revision', 'edited'].join(', '),
    writes: names,
    find: `select ${names.join(', ')} from ${kind.table} where partition_id = ? and id = ?`,
    insert: `insert into ${kind.table} (partition_id, ${names.join(', ')}) values (?, ${marks})`,
    remove: `delete from ${kind.table} where partition_id = ? and id = ?`,
    insertValues: (partitionId, stored) => [partitionId, ...values(stored)],
    update: (partitionId, before, after) => {
      const old = values(before)
      const now = values(after)
      const changed = names.map((_, index) => index).filter((index) => old[index] !== now[index])
      const come = changed.map((index) => now[index] ?? null)
      const gone = changed.map((index) => old[index] ?? null)
      const set = changed.map((index) => `${names[index]} = ?`).join(', ')
      return {
        text: `update ${kind.table} set ${set} where partition_id = ? and id = ?`,
        params: [...come, partitionId, String(after.record.id)],
        growth: textBytes(come) - textBytes(gone),
      }
    },
    sizeOf: (stored) => textBytes(values(stored)),
    size: texts.map((name) => `coalesce(octet_length(${name}), 0)`).join(' + '),
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
      from: (record) => fold(search.map((key) => record[key] ?? '').join(between)),
    })
  }
  if (sortBy) columns.push({ name: 'sort_key', from: (record) => fold(String(record[sortBy])) })
  return columns
}

export const fold = (text: string): string => text.toLowerCase()
