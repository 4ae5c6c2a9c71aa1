import { kinds } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'

/** All scorecards of a partition, and when each last changed. */
export async function scorecardTimes(
  sql: Sql,
  partitionId: PartitionId,
): Promise<readonly { readonly id: string; readonly updatedAt: string }[]> {
  const rows = await sql.all(
    `select id, updated_at from ${kinds.scorecard.table} where partition_id = ? order by updated_at, id`,
    [partitionId],
  )
  return rows.map(({ id, updated_at }) => ({ id: String(id), updatedAt: String(updated_at) }))
}
