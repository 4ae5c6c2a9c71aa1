import type { PartitionId } from '../partition-id.ts'
import { first, type Sql } from '../sql.ts'

export interface LogEnd {
  readonly lastSeq: number
  readonly epoch: string
  /** Whether positions that name no epoch belong to it. */
  readonly isFirst: boolean
}

/** Where the log of a partition ends, and in which history, at one moment. */
export async function logEnd(sql: Sql, partitionId: PartitionId): Promise<LogEnd> {
  const text = 'select p.last_seq, e.epoch, e.first_epoch from epoch e left join partitions p on p.id = ?'
  const row = await first(sql, text, [partitionId])
  const epoch = String(row?.epoch)
  return { lastSeq: Number(row?.last_seq ?? 0), epoch, isFirst: row?.first_epoch === epoch }
}
