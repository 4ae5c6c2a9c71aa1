import { type EntityRelation, entityKinds, kindNamed } from '@svc/model'
import { columnOf } from '../codec.ts'
import type { PartitionId } from '../partition-id.ts'
import { type Sql, textOrNull } from '../sql.ts'

/** The record that names each of some others in an array; where several do, the oldest. */
export async function firstNaming(
  sql: Sql,
  partitionId: PartitionId,
  { holder, field }: EntityRelation,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.all(
    `select value, min(record_id) as whole from elements
      where partition_id = ? and kind = ? and field = ? and ${sql.dialect.oneOf('value')} group by value`,
    [partitionId, kindNamed(entityKinds[holder]).name, field, JSON.stringify(ids)],
  )
  return new Map(rows.map(({ value, whole }) => [String(value), String(whole)]))
}

export interface NamedWhole {
  readonly name: string
  /** What it is a part of itself. */
  readonly partOf: string | null
}

/** The names of some records, and what one of their fields names. */
export async function wholesWith(
  sql: Sql,
  partitionId: PartitionId,
  { holder, field }: EntityRelation,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedWhole>> {
  if (ids.length === 0) return new Map()
  const column = columnOf(field)
  const rows = await sql.all(
    `select id, name, ${column} from ${kindNamed(entityKinds[holder]).table}
      where partition_id = ? and ${sql.dialect.oneOf('id')}`,
    [partitionId, JSON.stringify(ids)],
  )
  return new Map(
    rows.map((row) => [String(row.id), { name: String(row.name), partOf: textOrNull(row[column]) }]),
  )
}
