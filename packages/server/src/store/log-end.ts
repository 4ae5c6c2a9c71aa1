import { first, type Sql } from './sql.ts'

/** Where the log of a partition ends, and which history that is, as of one moment. */
export async function logEnd(
  sql: Sql,
  partitionId: string,
): Promise<{ readonly lastSeq: number; readonly epoch: string }> {
  const text = 'select last_seq, (select epoch from epoch) as epoch from partitions where id = ?'
  const row = await first(sql, text, [partitionId])
  return { lastSeq: Number(row?.last_seq ?? 0), epoch: String(row?.epoch) }
}
