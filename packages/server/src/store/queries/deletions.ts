import { type FoundEvent, foundColumns, toFound } from '../found-event.ts'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'

/** The event with a number in a log, and those right before it, the newest first. */
export async function eventsUpTo(
  sql: Sql,
  partitionId: PartitionId,
  seq: number,
  limit: number,
): Promise<readonly FoundEvent[]> {
  const text = `select ${foundColumns} from events where partition_id = ? and seq <= ? order by seq desc limit ?`
  return (await sql.all(text, [partitionId, seq, limit])).map(toFound)
}

/** Those of some events after which nothing happened to the same subject. */
export async function lastOfTheirSubjects(
  sql: Sql,
  partitionId: PartitionId,
  seqs: readonly number[],
): Promise<ReadonlySet<number>> {
  if (seqs.length === 0) return new Set()
  // The events asked for lead: SQLite would otherwise walk the whole log along an index.
  const rows = await sql.all(
    `select one.seq from ${sql.dialect.eachText} as asked cross join events as one
     where one.partition_id = ? and one.seq = cast(asked.value as bigint)
       and not exists (select 1 from events as later where later.partition_id = one.partition_id
         and later.subject_id = one.subject_id and later.at >= one.at and later.seq > one.seq)`,
    [JSON.stringify(seqs), partitionId],
  )
  return new Set(rows.map(({ seq }) => Number(seq)))
}
