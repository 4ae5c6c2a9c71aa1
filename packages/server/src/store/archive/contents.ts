import { allKinds, type Field, type JsonSchema, type Kind, kindNamed, modes, shape } from '@svc/model'
import type { Access } from '../access.ts'
import { packedStates } from '../append-events.ts'
import { isStored } from '../codec.ts'
import { unpackStates } from '../event-texts.ts'
import { type PartitionRole, type PartitionId, partitionRoles } from '../partition-id.ts'
import type { Row, Value } from '../sql.ts'
import { quoted, sizedColumns, tableOf } from '../table.ts'
import { type ColumnKind, type SideTable, sideTables } from './side-tables.ts'
import type { MaybePromise } from '../maybe-promise.ts'

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
  /** The columns of unbounded size, which limit a page. */
  readonly sized: readonly string[]
  toEntry(row: Row, from: Source): MaybePromise<Entry>
  /** Values stored outside the rows are put into `bodies`, by digest. */
  toRow(partitionId: PartitionId, entry: Entry, bodies: Map<string, string>): readonly Value[]
  /** For a kind's own table. */
  readonly kind?: Kind
  /** Whether it is of no use without secrets: an archive for an admin does without it. */
  readonly isSecret: boolean
}

/** Where a row was read. */
export interface Source {
  readonly access: Access
  readonly partitionId: PartitionId
}

function contentOf(kind: Kind): Content {
  const table = tableOf(kind)
  const stored = Object.entries(kind.fields).filter(([, field]) => isStored(field))
  const empty = Object.fromEntries(stored.map(([key, field]) => [key, emptyOf(field)]))
  return {
    kind,
    isSecret: needsSecrets(kind),
    table: kind.table,
    roles: kind.home === 'organisation' ? ['home'] : modes,
    key: ['id'],
    select: table.columns,
    sized: sizedColumns(kind),
    insert: ['partition_id', ...table.writes],
    schema: shape.object({
      revision: sideSchemas.integer,
      edited: sideSchemas.integer,
      record: shape.object(Object.fromEntries(stored.map(([key, field]) => [key, schemaOf(field)])), {
        required: stored.filter(([, field]) => emptyOf(field) === undefined).map(([key]) => key),
      }),
    }),
    toEntry(row) {
      const { record, revision, edited } = table.read(row)
      return { revision, edited, record: Object.fromEntries(stored.map(([key]) => [key, record[key]])) }
    },
    toRow: (partitionId, { revision, edited, record }) => [
      partitionId,
      ...table.values({
        revision: Number(revision),
        edited: Number(edited),
        // An archive of an older svc lacks the fields that came later.
        record: { ...empty, ...(record as Entry) },
      }),
    ],
  }
}

/** Whether its records stand for secrets, contain one, or belong to one that does. */
export function needsSecrets(kind: Kind, above: ReadonlySet<Kind> = new Set()): boolean {
  if (kind.secretsApart) return true
  const path = new Set([...above, kind])
  return Object.values(kind.fields).some(({ target, traits }) => {
    if (traits.nullable) return false
    const owner = typeof target === 'string' ? kindNamed(target) : undefined
    return traits.secret === true || (owner !== undefined && !path.has(owner) && needsSecrets(owner, path))
  })
}

/** The value of a field that an archive lacks; undefined if there can be none. */
const emptyOf = ({ traits }: Field): unknown => (traits.nullable ? null : traits.default)

const schemaOf = ({ schema, traits }: Field): JsonSchema =>
  traits.nullable ? shape.nullable(schema) : schema

function sideContent({ name, key, columns, nullable = [], isSecret }: SideTable): Content {
  const all = Object.entries(columns)
  return {
    table: name,
    isSecret: isSecret === true,
    roles: partitionRoles,
    key,
    select: all.map(([column]) => quoted(column)).join(', '),
    sized: all.filter(([, type]) => type !== 'integer').map(([column]) => quoted(column)),
    insert: ['partition_id', ...all.map(([column]) => quoted(column))],
    schema: shape.object(
      Object.fromEntries(
        all.map(([column, type]) => {
          const schema = sideSchemas[type]
          return [column, nullable.includes(column) ? shape.nullable(schema) : schema]
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

/** Events have complete states in an archive, even where the log stores parts of them separately. */
function eventContent(content: Content): Content {
  return {
    ...content,
    select: `${content.select}, parts`,
    insert: [...content.insert, 'parts', 'bytes'],
    async toEntry(row, { access, partitionId }) {
      const entry = await content.toEntry(row, { access, partitionId })
      if (row.parts === null) return entry
      const states = { before: entry.state_before, after: entry.state_after }
      const { before, after } = await access.run(
        unpackStates,
        partitionId,
        states,
        JSON.parse(String(row.parts)),
      )
      return { ...entry, state_before: before, state_after: after }
    },
    toRow(partitionId, { state_before, state_after, ...rest }, bodies) {
      const head = content.toRow(partitionId, { ...rest, state_before: null, state_after: null }, bodies)
      return [...head.slice(0, -2), ...packedStates(state_before, state_after, bodies)]
    },
  }
}

let all: readonly Content[] | undefined

/** Everything that belongs to an organisation, in an order in which it can be loaded. */
export function contents(): readonly Content[] {
  // Not before it is asked for: a server, which never is, starts faster without it.
  all ??= [
    ...allKinds.map(contentOf),
    ...sideTables.map(sideContent).map((one) => (one.table === 'events' ? eventContent(one) : one)),
  ]
  return all
}

/** The same without secrets: of those that a record can do without, null is there. */
export const contentsWithoutSecrets = (): readonly Content[] =>
  contents()
    .filter(({ isSecret }) => !isSecret)
    .map((content) => withoutSecretFields(content))

function withoutSecretFields(content: Content): Content {
  const hidden = Object.entries(content.kind?.fields ?? {}).flatMap(([key, { traits }]) =>
    traits.secret ? [[key, null] as const] : [],
  )
  if (hidden.length === 0) return content
  const nothing = Object.fromEntries(hidden)
  return {
    ...content,
    async toEntry(row, from) {
      const { record, ...entry } = await content.toEntry(row, from)
      return { ...entry, record: { ...(record as Entry), ...nothing } }
    },
  }
}
