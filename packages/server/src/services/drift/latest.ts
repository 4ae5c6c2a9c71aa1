import { type Drift, type DriftMapping, type Kinds, kinds, scanPlaces, type Stored } from '@svc/model'
import { lastOfEachGroup } from '../../store/queries/last-elements.ts'
import { slicesOf } from '../../store/records.ts'
import { type Context, recordsOf } from '../context.ts'
import { pageBytes, sliceBytes } from '../records/lists.ts'
import { requireProject } from '../projects.ts'
import { newestScans, type NewestScan } from './newest-scans.ts'

type Snapshot = Stored<Kinds['driftSnapshot']>

const kind = kinds.driftSnapshot
const atOnce = { limit: 500, bytes: sliceBytes }

/** The newest scan of each environment of a project, combined; null if it was never scanned. */
export async function latestDrift(ctx: Context, appId: string): Promise<Drift | null> {
  await requireProject(ctx, appId)
  const records = recordsOf(ctx, kind)
  const last = await ctx.store.run(lastOfEachGroup, {
    partitionId: records.partitionId,
    kind,
    field: scanPlaces.field,
    prefixes: [scanPlaces.of(appId)],
    tail: scanPlaces.timeLength,
  })
  const newest = newestScans(
    last.map(({ value, recordId }) => ({ ...scanPlaces.read(appId, value), snapshotId: recordId })),
  )
  const joined = joinScans(newest)
  const where = [{ field: 'id', oneOf: [...new Set(newest.map(({ snapshotId }) => snapshotId))] }]
  for await (const slice of slicesOf(records, kind, { where, ...atOnce }))
    for (const { record } of slice) joined.add(record as Snapshot)
  return joined.whole()
}

/** Combines snapshots one by one, newest first, so that only the result is in memory. */
function joinScans(newest: readonly NewestScan[]) {
  const ownerOf = new Map(newest.map(({ environment, snapshotId }) => [environment, snapshotId]))
  const drifted = new Map<string | null, number>()
  const mappings: DriftMapping[] = []
  let first: Snapshot | undefined
  let mappingsTotal = 0
  let bytes = 0

  return {
    add(snapshot: Snapshot): void {
      first ??= snapshot
      mappingsTotal += snapshot.mappingsTotal
      // A later scan of an environment replaces what this one says about it.
      const own = snapshot.mappings.filter(({ environment }) => ownerOf.get(environment) === snapshot.id)
      for (const mapping of own) {
        drifted.set(mapping.environment, (drifted.get(mapping.environment) ?? 0) + 1)
        bytes += JSON.stringify(mapping).length
        if (bytes <= pageBytes) mappings.push(mapping)
      }
    },

    whole(): Drift | null {
      if (!first) return null
      const scans = newest.map((scan) => ({ ...scan, driftedCount: drifted.get(scan.environment) ?? 0 }))
      return {
        ...first,
        environments: scans.flatMap(({ environment }) => environment ?? []),
        mappingsTotal,
        driftedCount: scans.reduce((sum, { driftedCount }) => sum + driftedCount, 0),
        mappings,
        scans,
      }
    },
  }
}
