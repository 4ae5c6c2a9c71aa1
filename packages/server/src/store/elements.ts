import type { Kind } from '@svc/model'
import type { PartitionId } from './partition-id.ts'
import type { Dialect, Sql } from './sql.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Arrays of references, what a value mentions, and arrays that a list can be filtered by are looked up from the other
 * side (who has this tag, who names this member), so each of their values has its own row beside the record.
 */
export const isIndexedArray = (kind: Kind, key: string): boolean => {
  const field = kind.fields[key]
  return (
    field !== undefined &&
    field.traits.derivedFrom === undefined &&
    (field.type === 'refs' || field.traits.filterAs !== undefined || field.mentions !== undefined)
  )
}

/** For bulk loads: the columns, and the rows of one record without the partition. */
export const elementColumns = ['partition_id', 'kind', 'field', 'record_id', 'value'] as const

export function elementsOf(kind: Kind, record: Fields): readonly (readonly string[])[] {
  return indexesOf(kind).flatMap((key) =>
    Array.from(valuesOf(kind, key, record), (value) => [kind.name, key, String(record.id), value]),
  )
}

const indexesOf = (kind: Kind): readonly string[] => [
  ...Object.keys(kind.fields).filter((key) => isIndexedArray(kind, key)),
  ...Object.keys(kind.lookups ?? {}),
]

function valuesOf(kind: Kind, key: string, record: Fields | undefined): ReadonlySet<string> {
  if (!record) return new Set()
  const lookup = kind.lookups?.[key]
  if (lookup) return new Set(lookup(record as never))
  const value = record[key]
  if (value === undefined || value === null) return new Set()
  const mentions = kind.fields[key]?.mentions
  return new Set(mentions ? mentions.idsIn(value as never).map(({ id }) => id) : (value as readonly string[]))
}

const insertElements = (dialect: Dialect) =>
  `insert into elements (partition_id, kind, field, record_id, value)
   select ?, ?, ?, ?, value from ${dialect.eachText} as wanted`

const removeElements = (dialect: Dialect) =>
  `delete from elements where partition_id = ? and kind = ? and field = ? and record_id = ? and ${dialect.oneOf('value')}`

/** Updates the rows to match what a record's arrays, and the values derived from it, hold now. */
export async function indexElements(
  { sql, partitionId }: { readonly sql: Sql; readonly partitionId: PartitionId },
  kind: Kind,
  { id, before, after }: { id: string; before: Fields | undefined; after: Fields | undefined },
): Promise<void> {
  for (const key of indexesOf(kind)) {
    const old = valuesOf(kind, key, before)
    const now = valuesOf(kind, key, after)
    const gone = [...old].filter((value) => !now.has(value))
    const come = [...now].filter((value) => !old.has(value))
    const row = [partitionId, kind.name, key, id] as const
    if (gone.length > 0) await sql.run(removeElements(sql.dialect), [...row, JSON.stringify(gone)])
    if (come.length > 0) await sql.run(insertElements(sql.dialect), [...row, JSON.stringify(come)])
  }
}
