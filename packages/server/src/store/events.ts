import type { Event, EventPlace } from './event.ts'
import { type FoundEvent, foundColumns, toFound } from './found-event.ts'
import { type PartitionId, readPartitionId } from './partition-id.ts'
import { first, type Sql, type Value } from './sql.ts'

export interface EventFilter {
  readonly subjectKind?: string | undefined
  readonly subjectId?: string | undefined
  readonly type?: string | undefined
  readonly exceptType?: string | undefined
  readonly actorId?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** Leaves out what happened to credentials of this mode. */
  readonly hiddenMode?: string | undefined
}

const filterColumns = {
  subjectKind: 'subject_kind = ?',
  subjectId: 'subject_id = ?',
  type: 'type = ?',
  exceptType: 'type <> ?',
  actorId: 'actor_id = ?',
  since: 'at >= ?',
  until: 'at < ?',
  hiddenMode: `not (subject_kind in ('token', 'api_key')
    and coalesce(state_after, state_before) like '%"mode":"' || ? || '"%')`,
} as const satisfies Record<keyof EventFilter, string>

export async function newestEvents(
  sql: Sql,
  partitionId: PartitionId,
  { filter, after, limit }: { filter: EventFilter; after?: EventPlace | undefined; limit: number },
): Promise<readonly FoundEvent[]> {
  const params: Value[] = [partitionId]
  const parts = ['partition_id = ?']
  for (const [key, part] of Object.entries(filterColumns)) {
    const value = filter[key as keyof EventFilter]
    if (value === undefined) continue
    parts.push(part)
    params.push(value)
  }
  if (after) {
    parts.push('(at, seq) < (?, ?)')
    params.push(after.at, after.seq)
  }
  const text = `select ${foundColumns} from events where ${parts.join(' and ')} order by at desc, seq desc limit ?`
  return (await sql.all(text, [...params, limit])).map(toFound)
}

/** The next events after a number, oldest first. */
export async function eventsAfter(
  sql: Sql,
  partitionId: PartitionId,
  seq: number,
  limit: number,
): Promise<readonly FoundEvent[]> {
  const text = `select ${foundColumns} from events where partition_id = ? and seq > ? order by seq limit ?`
  return (await sql.all(text, [partitionId, seq, limit])).map(toFound)
}

/** What happened to what, without the states: all followers need. */
export interface EventHead {
  readonly seq: number
  readonly type: string
  readonly subject: Event['subject']
}

export async function headsAfter(
  sql: Sql,
  partitionId: PartitionId,
  seq: number,
  limit: number,
): Promise<readonly EventHead[]> {
  const rows = await sql.all(
    `select seq, type, subject_kind, subject_id from events
     where partition_id = ? and seq > ? order by seq limit ?`,
    [partitionId, seq, limit],
  )
  return rows.map((row) => ({
    seq: Number(row.seq),
    type: String(row.type),
    subject: { kind: String(row.subject_kind), id: String(row.subject_id) },
  }))
}

/** What a reader of the feed wants to see. */
export interface FeedFilter {
  readonly subjectKind?: string | undefined
  readonly type?: string | undefined
  /** Kinds that the reader may not see. */
  readonly exceptKinds: readonly string[]
  /** Leaves out what happened to credentials of this mode. */
  readonly hiddenMode?: string | undefined
}

/** The next events after a number that match a reader's filter, oldest first. */
export async function feedAfter(
  sql: Sql,
  partitionId: PartitionId,
  { filter, after, limit }: { filter: FeedFilter; after: number; limit: number },
): Promise<readonly FoundEvent[]> {
  const { exceptKinds, ...asked } = filter
  const params: Value[] = [partitionId, after]
  const parts = ['partition_id = ?', 'seq > ?']
  for (const key of ['subjectKind', 'type', 'hiddenMode'] as const) {
    const value = asked[key]
    if (value === undefined) continue
    parts.push(filterColumns[key])
    params.push(value)
  }
  if (asked.subjectKind !== undefined) {
    // In the statement it would keep the engine from using the index over kinds.
    if (exceptKinds.includes(asked.subjectKind)) return []
  } else if (exceptKinds.length > 0) {
    parts.push(`subject_kind not in (${exceptKinds.map(() => '?').join(', ')})`)
    params.push(...exceptKinds)
  }
  const text = `select ${foundColumns} from events where ${parts.join(' and ')} order by seq limit ?`
  return (await sql.all(text, [...params, limit])).map(toFound)
}

/** Where the logs of some partitions end. */
export async function lastSeqsOf(
  sql: Sql,
  partitionIds: readonly PartitionId[],
): Promise<ReadonlyMap<PartitionId, number>> {
  const marks = partitionIds.map(() => '?').join(', ')
  const rows = await sql.all(`select id, last_seq from partitions where id in (${marks})`, partitionIds)
  return new Map(rows.map(({ id, last_seq }) => [readPartitionId(id), Number(last_seq)]))
}

export async function lastSeqOf(sql: Sql, partitionId: PartitionId): Promise<number> {
  const row = await first(sql, 'select last_seq from partitions where id = ?', [partitionId])
  return Number(row?.last_seq ?? 0)
}
