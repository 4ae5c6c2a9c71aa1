import { latestPlausible } from '../clock.ts'
import { latestMigration } from '../migrate.ts'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { insertInto, integers, texts } from '../row-statement.ts'
import { first, type Sql } from '../sql.ts'

/** How far a follower has read a partition's log; moved in the same transaction as what it did. */
export async function followerSeq(sql: Sql, partitionId: PartitionId, name: string): Promise<number> {
  const row = await first(sql, 'select seq from followers where partition_id = ? and name = ?', [
    partitionId,
    name,
  ])
  return Number(row?.seq ?? 0)
}

export async function moveFollower(
  tx: Sql,
  partitionId: PartitionId,
  name: string,
  seq: number,
): Promise<void> {
  await tx.write([{ statement: followerUpsert, rows: [[partitionId, name, seq]] }])
}

const followerUpsert = insertInto(
  'followers',
  [...texts('partition_id', 'name'), ...integers('seq')],
  'on conflict (partition_id, name) do update set seq = excluded.seq',
)

export interface Behind {
  readonly partitionId: PartitionId
  /** Where the log ended at the time of the query. */
  readonly end: number
}

/** Partitions whose log is ahead of a follower. */
export async function partitionsBehind(sql: Sql, name: string): Promise<readonly Behind[]> {
  const rows = await sql.all(
    `select p.id, p.last_seq from partitions p left join followers f on f.partition_id = p.id and f.name = ?
     where p.last_seq > coalesce(f.seq, 0)`,
    [name],
  )
  return rows.map(({ id, last_seq }) => ({ partitionId: readPartitionId(id), end: Number(last_seq) }))
}

export async function nextCount(tx: Sql, partitionId: PartitionId, name: string): Promise<number> {
  const row = await first(
    tx,
    `insert into counters (partition_id, name, value) values (?, ?, 1)
     on conflict (partition_id, name) do update set value = counters.value + 1 returning value`,
    [partitionId, name],
  )
  return Number(row?.value)
}

/** Work over many records in pieces, each starting where the last one ended. */
export interface Sweep {
  readonly partitionId: PartitionId
  readonly subject: string
  readonly position: string
}

export async function putSweep(
  tx: Sql,
  follower: string,
  { partitionId, subject, position }: Sweep,
): Promise<void> {
  await tx.write([{ statement: sweepUpsert, rows: [[partitionId, follower, subject, position]] }])
}

const sweepUpsert = insertInto(
  'sweeps',
  texts('partition_id', 'follower', 'subject', 'position'),
  'on conflict (partition_id, follower, subject) do update set position = excluded.position',
)

export async function endSweep(tx: Sql, follower: string, { partitionId, subject }: Sweep): Promise<void> {
  await tx.run('delete from sweeps where partition_id = ? and follower = ? and subject = ?', [
    partitionId,
    follower,
    subject,
  ])
}

export async function sweepsOf(sql: Sql, follower: string, partitionId?: string): Promise<readonly Sweep[]> {
  const rows = await sql.all(
    partitionId === undefined
      ? 'select partition_id, subject, position from sweeps where follower = ? order by partition_id, subject'
      : 'select partition_id, subject, position from sweeps where follower = ? and partition_id = ? order by subject',
    partitionId === undefined ? [follower] : [follower, partitionId],
  )
  return rows.map((row) => ({
    partitionId: readPartitionId(row.partition_id),
    subject: String(row.subject),
    position: String(row.position),
  }))
}

/**
 * Keeps processes from doing the same work twice; it does no harm if two hold it after all. A process whose database
 * a newer version has migrated gets none.
 */
export async function takeLease(
  tx: Sql,
  lease: { name: string; holder: string; at: string; until: string },
): Promise<boolean> {
  const taken = await tx.run(
    `insert into leases (name, holder, expires_at)
     select ?, ?, ? where (select max(id) from schema_migrations) <= ?
     on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
     where leases.holder = excluded.holder or leases.expires_at <= ? or leases.expires_at > ?`,
    [lease.name, lease.holder, lease.until, latestMigration, lease.at, latestPlausible(lease.until)],
  )
  return taken > 0
}

export async function releaseLease(tx: Sql, name: string, holder: string): Promise<void> {
  await tx.run('delete from leases where name = ? and holder = ?', [name, holder])
}

/** Records that a job has run for a time slot; false if it already had. */
export async function noteRun(tx: Sql, name: string, slot: string): Promise<boolean> {
  return (
    (await tx.run('insert into job_runs (name, slot) values (?, ?) on conflict do nothing', [name, slot])) > 0
  )
}

export async function hasRun(sql: Sql, name: string, slot: string): Promise<boolean> {
  return (
    (await first(sql, 'select 1 as ran from job_runs where name = ? and slot = ?', [name, slot])) !==
    undefined
  )
}

/** The last one stays, however old: it shows when the job last ran. */
export async function forgetRuns(tx: Sql, name: string, before: string): Promise<void> {
  await tx.run(
    'delete from job_runs where name = ? and slot < ? and slot < (select max(slot) from job_runs where name = ?)',
    [name, before, name],
  )
}

/** Removes slots that a clock which was ahead has marked: they still have to run. */
export async function forgetRunsAhead(tx: Sql, name: string, after: string): Promise<void> {
  await tx.run('delete from job_runs where name = ? and slot > ?', [name, after])
}

/** The latest slot that each job has run for, ignoring those marked by a clock that was ahead. */
export async function lastRuns(sql: Sql, at: string): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.all('select name, max(slot) as slot from job_runs where slot <= ? group by name', [
    latestPlausible(at),
  ])
  return new Map(rows.map(({ name, slot }) => [String(name), String(slot)]))
}

/** The oldest recorded run of each job. */
export async function firstKnownRuns(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.all('select name, min(slot) as slot from job_runs group by name')
  return new Map(rows.map(({ name, slot }) => [String(name), String(slot)]))
}
