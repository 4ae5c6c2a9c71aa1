import { kinds, type Kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { fromRow } from '../../store/codec.ts'
import type { Records } from '../../store/records.ts'
import { quoted } from '../../store/table.ts'

type Slo = Stored<Kinds['slo']>
export type Snapshot = Stored<Kinds['sloSnapshot']>

/** Six hours of quarter hours, and a little more: one run may have come late. */
const recentSnapshots = 30

/** The latest snapshots of an SLO, newest first. */
export async function recentOf(records: Records, slo: Slo): Promise<readonly Snapshot[]> {
  if (slo.createdAt === null) return []
  const held = await records.list(kinds.sloSnapshot, {
    where: [{ field: 'sloId', is: slo.id }],
    limit: recentSnapshots,
  })
  return held.map(({ record }) => record as Snapshot)
}

/** The latest that is at least so old, if there is one. */
export async function snapshotBefore(
  { sql, partitionId }: Change,
  { id }: Slo,
  time: Date,
): Promise<readonly Snapshot[]> {
  const columns = Object.keys(kinds.sloSnapshot.fields).map(quoted)
  const rows = await sql.all(
    `select ${columns.join(', ')} from ${kinds.sloSnapshot.table}
     where partition_id = ? and slo_id = ? and taken_at <= ? order by taken_at desc limit 1`,
    [partitionId, id, time.toISOString()],
  )
  return rows.map((row) => fromRow(kinds.sloSnapshot, row) as unknown as Snapshot)
}

/** The same of many SLOs, with one question. */
export async function recentOfMany(
  { sql, dialect, partitionId }: Change,
  slos: readonly Slo[],
): Promise<ReadonlyMap<string, readonly Snapshot[]>> {
  if (slos.length === 0) return new Map()
  const columns = Object.keys(kinds.sloSnapshot.fields).map((key) => `s.${quoted(key)}`)
  const rows = await sql.all(
    `select ${columns.join(', ')} from slos o
     join slo_snapshots s on s.partition_id = o.partition_id and s.slo_id = o.id
       and s.id >= coalesce((select x.id from slo_snapshots x
         where x.partition_id = o.partition_id and x.slo_id = o.id
         order by x.id desc limit 1 offset ${recentSnapshots - 1}), '')
     where o.partition_id = ? and ${dialect.oneOf('o.id')}
     order by s.id desc`,
    [partitionId, JSON.stringify(slos.map(({ id }) => id))],
  )
  const snapshots = rows.map((row) => fromRow(kinds.sloSnapshot, row) as unknown as Snapshot)
  return Map.groupBy(snapshots, ({ sloId }) => sloId)
}
