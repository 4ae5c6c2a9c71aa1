import { kinds } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'

/** Which runbooks are linked to which of these projects, deleted ones included. */
export async function runbookLinks(
  sql: Sql,
  partitionId: PartitionId,
  projectIds: readonly string[],
  limit: number,
): Promise<readonly { readonly runbookId: string; readonly projectId: string }[]> {
  if (projectIds.length === 0) return []
  const rows = await sql.all(
    `select value, record_id from elements
     where partition_id = ? and kind = ? and field = ? and ${sql.dialect.oneOf('value')} limit ${limit}`,
    [partitionId, kinds.runbook.name, 'linkedAppIds', JSON.stringify(projectIds)],
  )
  return rows.map(({ value, record_id }) => ({ runbookId: String(record_id), projectId: String(value) }))
}
