import { kinds } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { Row, Sql } from '../sql.ts'

/** What was counted in a time bucket. */
export interface StoredCount {
  readonly startsAt: string
  readonly good: number
  readonly total: number
}

interface Buckets {
  readonly sloId: string
  /** How long each of them is. */
  readonly minutes: number
  /** Only buckets that begin after this time. */
  readonly after: string
}

const { table } = kinds.sloCount

export async function countsAfter(
  sql: Sql,
  partitionId: PartitionId,
  { sloId, minutes, after }: Buckets,
): Promise<readonly StoredCount[]> {
  const rows = await sql.all(
    `select starts_at, good, total from ${table}
     where partition_id = ? and slo_id = ? and minutes = ? and starts_at > ?`,
    [partitionId, sloId, minutes, after],
  )
  return rows.map(toCount)
}

/** The sum of the buckets that begin before a time, and of those that begin later: at most two rows. */
export async function sumsAround(
  sql: Sql,
  partitionId: PartitionId,
  { sloId, minutes, after, time }: Buckets & { readonly time: string },
): Promise<readonly StoredCount[]> {
  const rows = await sql.all(
    `select min(starts_at) as starts_at, sum(good) as good, sum(total) as total from ${table}
     where partition_id = ? and slo_id = ? and minutes = ? and starts_at > ?
     group by case when starts_at < ? then 1 else 0 end`,
    [partitionId, sloId, minutes, after, time],
  )
  return rows.map(toCount)
}

const toCount = ({ starts_at, good, total }: Row): StoredCount => ({
  startsAt: String(starts_at),
  good: Number(good),
  total: Number(total),
})

export async function forgetCountsBefore(
  sql: Sql,
  partitionId: PartitionId,
  { sloId, minutes, before }: Omit<Buckets, 'after'> & { readonly before: string },
): Promise<void> {
  await sql.run(
    `delete from ${table} where partition_id = ? and slo_id = ? and minutes = ? and starts_at < ?`,
    [partitionId, sloId, minutes, before],
  )
}

/** Deletes all but the latest reports of an SLO. */
export async function forgetReports(
  sql: Sql,
  partitionId: PartitionId,
  { sloId, keep }: { readonly sloId: string; readonly keep: number },
): Promise<void> {
  const reports = kinds.sloReport.table
  await sql.run(
    `delete from ${reports} where partition_id = ? and slo_id = ? and id < coalesce((select id from ${reports}
     where partition_id = ? and slo_id = ? order by id desc limit 1 offset ${keep - 1}), '')`,
    [partitionId, sloId, partitionId, sloId],
  )
}
