import type { Kind } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'

/** The names of those records that exist, by id. */
export async function namesOf(
  sql: Sql,
  partitionId: PartitionId,
  kind: Pick<Kind, 'table'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.all(
    `select id, name from ${kind.table} where partition_id = ? and ${sql.dialect.oneOf('id')}`,
    [partitionId, JSON.stringify(ids)],
  )
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]))
}
