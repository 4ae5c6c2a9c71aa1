import { kinds, type Kinds, type Stored } from '@svc/model'
import { fromRow } from '../codec.ts'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Row, type Sql } from '../sql.ts'
import { quoted } from '../table.ts'

export type Snapshot = Stored<Kinds['sloSnapshot']>

const { table, fields } = kinds.sloSnapshot
const toSnapshot = (row: Row): Snapshot => fromRow(kinds.sloSnapshot, row) as unknown as Snapshot

/** The latest snapshot of an SLO taken at or before a time. */
export async function snapshotBefore(
  sql: Sql,
  partitionId: PartitionId,
  { sloId, time }: { readonly sloId: string; readonly time: string },
): Promise<Snapshot | undefined> {
  const columns = Object.keys(fields).map(quoted)
  const row = await first(
    sql,
    `select ${columns.join(', ')} from ${table}
     where partition_id = ? and slo_id = ? and taken_at <= ? order by taken_at desc limit 1`,
    [partitionId, sloId, time],
  )
  return row && toSnapshot(row)
}

/** The latest snapshots of many SLOs, up to a limit each, newest first. */
export async function recentSnapshots(
  sql: Sql,
  partitionId: PartitionId,
  { sloIds, each }: { readonly sloIds: readonly string[]; readonly each: number },
): Promise<readonly Snapshot[]> {
  const columns = Object.keys(fields).map((key) => `s.${quoted(key)}`)
  const rows = await sql.all(
    `select ${columns.join(', ')} from slos o
     join slo_snapshots s on s.partition_id = o.partition_id and s.slo_id = o.id
       and s.id >= coalesce((select x.id from slo_snapshots x
         where x.partition_id = o.partition_id and x.slo_id = o.id
         order by x.id desc limit 1 offset ${each - 1}), '')
     where o.partition_id = ? and ${sql.dialect.oneOf('o.id')}
     order by s.id desc`,
    [partitionId, JSON.stringify(sloIds)],
  )
  return rows.map(toSnapshot)
}

/** Whether there is a snapshot with a later id. */
export async function hasSnapshotsAfter(sql: Sql, partitionId: PartitionId, id: string): Promise<boolean> {
  const text = `select 1 as ahead from ${table} where partition_id = ? and id > ? limit 1`
  return (await first(sql, text, [partitionId, id])) !== undefined
}

export async function removeSnapshotsAfter(sql: Sql, partitionId: PartitionId, id: string): Promise<void> {
  await sql.run(`delete from ${table} where partition_id = ? and id > ?`, [partitionId, id])
}

/** The partitions that have SLOs, and whether one of them has a data source that begins with a scheme. */
export async function partitionsWithSlos(
  sql: Sql,
  scheme: string,
): Promise<readonly { readonly partitionId: PartitionId; readonly hasSource: boolean }[]> {
  // Only a hint: the engines disagree on case sensitivity.
  const rows = await sql.all(
    `select partition_id, max(case when data_source like ? then 1 else 0 end) as asks from slos
     group by partition_id`,
    [`${scheme}%`],
  )
  return rows.map(({ partition_id, asks }) => ({
    partitionId: readPartitionId(partition_id),
    hasSource: Number(asks) === 1,
  }))
}
