import type { Kind } from '@svc/model'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'

/** A record that changes with time, and when. */
export interface DueRecord {
  readonly at: string
  readonly partitionId: PartitionId
  readonly id: string
}

/** Records of all organisations that are due, in order, after one of them. */
export async function dueRecords(
  sql: Sql,
  kind: Pick<Kind, 'table'>,
  {
    until,
    after,
    limit,
  }: { readonly until: string; readonly after: DueRecord | undefined; readonly limit: number },
): Promise<readonly DueRecord[]> {
  const rows = await sql.all(
    `select changes_at, partition_id, id from ${kind.table}
     where changes_at <= ? and (changes_at, partition_id, id) > (?, ?, ?)
     order by changes_at, partition_id, id limit ${limit}`,
    [until, after?.at ?? '', after?.partitionId ?? '', after?.id ?? ''],
  )
  return rows.map(({ changes_at, partition_id, id }) => ({
    at: String(changes_at),
    partitionId: readPartitionId(partition_id),
    id: String(id),
  }))
}
