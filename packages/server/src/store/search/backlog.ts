import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Sql } from '../sql.ts'

/**
 * Partitions with records that the text index may lack, because they are older than it or were loaded at once, and
 * how far it has got with each. Whatever is written meanwhile is indexed like any other write.
 */
export async function unindexedPartitions(sql: Sql): Promise<readonly PartitionId[]> {
  const rows = await sql.all('select partition_id from search_backlog order by partition_id')
  return rows.map(({ partition_id }) => readPartitionId(partition_id))
}

/** Whether the index has only some of the records, the texts of all but not what a newer version adds, or everything. */
export type Indexed = 'some' | 'texts' | 'all'

export async function indexedIn(sql: Sql, partitionId: PartitionId): Promise<Indexed> {
  const position = await positionIn(sql, partitionId)
  if (position === undefined) return 'all'
  return position.startsWith(again) ? 'texts' : 'some'
}

/** Begins the position in a partition that was already indexed, and is indexed anew. */
export const again = '+'

export async function queueIndexing(tx: Sql, partitionId: PartitionId): Promise<void> {
  await tx.run(
    `insert into search_backlog (partition_id, position) values (?, '')
     on conflict (partition_id) do update set position = excluded.position`,
    [partitionId],
  )
}

/** How far it has got; undefined if it lacks nothing. */
export async function positionIn(sql: Sql, partitionId: PartitionId): Promise<string | undefined> {
  const row = await first(sql, 'select position from search_backlog where partition_id = ?', [partitionId])
  return row && String(row.position)
}
