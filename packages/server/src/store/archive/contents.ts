import { allKinds, closedObject, type Field, type JsonSchema, type Kind, modes, orNull } from '@svc/model'
import { isStored } from '../codec.ts'
import { type PartitionRole, partitionRoles } from '../organisations.ts'
import type { Row, Value } from '../sql.ts'
import { quoted, tableOf } from '../table.ts'
import { type ColumnKind, type SideTable, sideTables } from './side-tables.ts'

export type Entry = Readonly<Record<string, unknown>>

/** The rows of one table as an archive has them: one entry each, in the order of their keys. */
export interface Content {
  readonly table: string
  /** The partitions that can have such rows. */
  readonly roles: readonly PartitionRole[]
  readonly key: readonly string[]
  /** What is read, besides the partition. */
  readonly select: string
  /** What is written, the partition first. */
  readonly insert: readonly string[]
  readonly schema: JsonSchema
  toEntry(row: Row): Entry
  toRow(partitionId: string, entry: Entry): readonly Value[]
  /** For a kind's own table. */
  readonly kind?: Kind
}

function contentOf(kind: Kind): Content {
  const table = tableOf(kind)
  const stored = Object.entries(kind.fields).filter(([, field]) => isStored(field))
  const empty = Object.fromEntries(stored.map(([key, field]) => [key, emptyOf(field)]))
  return {
    kind,
    table: kind.table,
    roles: kind.home === 'organisation' ? ['home'] : modes,
    key: ['id'],
    select: table.columns,
    insert: ['partition_id', ...table.writes],
    schema: closedObject({
      revision: sideSchemas.integer,
      edited: sideSchemas.integer,
      record: closedObject(
        Object.fromEntries(stored.map(([key, field]) => [key, schemaOf(field)])),
        stored.filter(([, field]) => emptyOf(field) === undefined).map(([key]) => key),
      ),
    }),
    toEntry(row) {
      const { record, revision, edited } = table.read(row)
      return { revision, edited, record: Object.fromEntries(stored.map(([key]) => [key, record[key]])) }
    },
    toRow: (partitionId, { revision, edited, record }) =>
      table.insertValues(partitionId, {
        revision: Number(revision),
        edited: Number(edited),
        // An archive of an older svc lacks the fields that came later.
        record: { ...empty, ...(record as Entry) },
      }),
  }
}

/** What stands for a field that an archive lacks; undefined where nothing can. */
const emptyOf = ({ traits }: Field): unknown => (traits.nullable ? null : traits.default)

const schemaOf = ({ schema, traits }: Field): JsonSchema => (traits.nullable ? orNull(schema) : schema)

function sideContent({ name, key, columns, nullable = [] }: SideTable): Content {
  const all = Object.entries(columns)
  return {
    table: name,
    roles: partitionRoles,
    key,
    select: all.map(([column]) => quoted(column)).join(', '),
    insert: ['partition_id', ...all.map(([column]) => quoted(column))],
    schema: closedObject(
      Object.fromEntries(
        all.map(([column, type]) => {
          const schema = sideSchemas[type]
          return [column, nullable.includes(column) ? orNull(schema) : schema]
        }),
      ),
    ),
    toEntry: (row) =>
      Object.fromEntries(all.map(([column, type]) => [column, fromColumn(type, row[column])])),
    toRow: (partitionId, entry) => [
      partitionId,
      ...all.map(([column, type]) => toColumn(type, entry[column])),
    ],
  }
}

const sideSchemas = {
  text: { type: 'string' },
  integer: { type: 'integer', minimum: 0 },
  json: {},
} as const satisfies Record<ColumnKind, JsonSchema>

const fromColumn = (type: ColumnKind, value: unknown): unknown =>
  type === 'json' && typeof value === 'string' ? JSON.parse(value) : value

const toColumn = (type: ColumnKind, value: unknown): Value =>
  type === 'json' && value !== null ? JSON.stringify(value) : (value as Value)

/** Everything that an organisation has, in an order in which it can be loaded. */
export const contents: readonly Content[] = [...allKinds.map(contentOf), ...sideTables.map(sideContent)]
