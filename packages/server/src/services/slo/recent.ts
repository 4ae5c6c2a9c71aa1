import { kinds, type Kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { recentSnapshots, type Snapshot, snapshotBefore } from '../../store/queries/slo-snapshots.ts'
import type { Records } from '../../store/records.ts'

export type { Snapshot }

type Slo = Stored<Kinds['slo']>

/** Six hours of quarter hours, and a few more: one run may have been late. */
const snapshotsAtOnce = 30

/** The latest snapshots of an SLO, newest first. */
export async function recentOf(records: Records, slo: Slo): Promise<readonly Snapshot[]> {
  if (slo.createdAt === null) return []
  const stored = await records.list(kinds.sloSnapshot, {
    where: [{ field: 'sloId', is: slo.id }],
    limit: snapshotsAtOnce,
  })
  return stored.map(({ record }) => record as Snapshot)
}

/** The latest that is at least that old, if there is one. */
export async function oneBefore(change: Change, { id }: Slo, time: Date): Promise<readonly Snapshot[]> {
  const place = { sloId: id, time: time.toISOString() }
  const found = await change.run(snapshotBefore, change.partitionId, place)
  return found ? [found] : []
}

/** The latest of many SLOs, with one query. */
export async function recentOfMany(
  change: Change,
  slos: readonly Slo[],
): Promise<ReadonlyMap<string, readonly Snapshot[]>> {
  if (slos.length === 0) return new Map()
  const wanted = { sloIds: slos.map(({ id }) => id), each: snapshotsAtOnce }
  return Map.groupBy(await change.run(recentSnapshots, change.partitionId, wanted), ({ sloId }) => sloId)
}
