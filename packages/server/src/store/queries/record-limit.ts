import type { Kind } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'

/** Whether a partition has at least this many records of a kind; stops counting there. */
export async function hasAtLeast(
  sql: Sql,
  partitionId: PartitionId,
  kind: Pick<Kind, 'table'>,
  count: number,
): Promise<boolean> {
  const text = `select id from ${kind.table} where partition_id = ? limit ?`
  return (await sql.all(text, [partitionId, count])).length >= count
}
