import type { PartitionId } from '../partition-id.ts'
import { type Sql, textOrNull } from '../sql.ts'

/** A stretch of time, its end exclusive. */
export interface Stretch {
  readonly from: string
  readonly to: string
}

interface Some {
  readonly appIds: readonly string[]
  /** How many of each project, the newest. */
  readonly each: number
}

export interface FoundScan {
  readonly appId: string
  readonly id: string
  readonly at: string
  /** JSON, as it was stored. */
  readonly environments: string
  readonly driftedCount: number
}

/** The newest scans of some projects within a stretch of time. */
export async function scansWithin(
  sql: Sql,
  partitionId: PartitionId,
  { appIds, each, from, to }: Some & Stretch,
): Promise<readonly FoundScan[]> {
  const rows = await sql.all(
    `select d.app_id, d.id, d.scanned_at, d.environments, d.drifted_count
     from ${sql.dialect.eachText} as given cross join drift_snapshots d
     where d.partition_id = ? and d.app_id = given.value and d.scanned_at >= ? and d.scanned_at < ?
       and d.scanned_at >= coalesce((select x.scanned_at from drift_snapshots x
         where x.partition_id = ? and x.app_id = given.value and x.scanned_at < ?
         order by x.scanned_at desc limit 1 offset ${each - 1}), '')`,
    [JSON.stringify(appIds), partitionId, from, to, partitionId, to],
  )
  return rows.map((row) => ({
    appId: String(row.app_id),
    id: String(row.id),
    at: String(row.scanned_at),
    environments: String(row.environments),
    driftedCount: Number(row.drifted_count),
  }))
}

export interface FoundIssue {
  readonly appId: string
  readonly id: string
  readonly title: string
  readonly severity: string
  readonly isOver: boolean
  readonly createdAt: string
}

/** The newest issues of some projects. */
export async function newestIssues(
  sql: Sql,
  partitionId: PartitionId,
  { appIds, each }: Some,
): Promise<readonly FoundIssue[]> {
  const rows = await sql.all(
    `select i.app_id, i.id, i.title, i.severity, i.status_group, i.created_at
     from ${sql.dialect.eachText} as given cross join issues i
     where i.partition_id = ? and i.app_id = given.value
       and i.id >= coalesce((select x.id from issues x where x.partition_id = ? and x.app_id = given.value
         order by x.id desc limit 1 offset ${each - 1}), '')`,
    [JSON.stringify(appIds), partitionId, partitionId],
  )
  return rows.map((row) => ({
    appId: String(row.app_id),
    id: String(row.id),
    title: String(row.title),
    severity: String(row.severity),
    isOver: row.status_group === 'done' || row.status_group === 'closed',
    createdAt: String(row.created_at),
  }))
}

/** When each of some records last had an event of a type. */
export async function lastEventsOf(
  sql: Sql,
  partitionId: PartitionId,
  type: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.all(
    `select given.value as id, (select max(e.at) from events e
       where e.partition_id = ? and e.subject_id = given.value and e.type = ?) as at
     from ${sql.dialect.eachText} as given`,
    [partitionId, type, JSON.stringify(ids)],
  )
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[String(id), String(at)] as const])))
}

/** The most of an error budget that was used on each day. */
export async function dailyBudget(
  sql: Sql,
  partitionId: PartitionId,
  { sloId, from, to, most }: Stretch & { readonly sloId: string; readonly most: number },
): Promise<readonly { readonly day: string; readonly percentUsed: number | null }[]> {
  const rows = await sql.all(
    `select substr(taken_at, 1, 10) as day, max(error_budget_percent_used) as used from slo_snapshots
     where partition_id = ? and slo_id = ? and taken_at >= ? and taken_at < ?
     group by substr(taken_at, 1, 10) order by day limit ?`,
    [partitionId, sloId, from, to, most],
  )
  return rows.map(({ day, used }) => ({
    day: String(day),
    percentUsed: textOrNull(used) === null ? null : Number(used),
  }))
}
