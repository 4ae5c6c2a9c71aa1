import { type Kinds, kinds, scanPlaces, type Stored } from '@svc/model'
import { lastOfEachGroup } from '../../store/queries/last-elements.ts'
import { slicesOf } from '../../store/records.ts'
import { type Context, recordsOf } from '../context.ts'
import { type NewestScan, newestScans } from '../drift/newest-scans.ts'
import { sliceBytes } from '../records/lists.ts'

/** How far each environment of a project drifts, by its newest scan. */
export type ProjectDrift = readonly {
  readonly environment: string | null
  readonly driftedCount: number
  readonly scannedAt: string
}[]

const kind = kinds.driftSnapshot
const atOnce = { limit: 500, bytes: sliceBytes }

export async function driftOf(
  ctx: Context,
  appIds: readonly string[],
): Promise<ReadonlyMap<string, ProjectDrift>> {
  const records = recordsOf(ctx, kind)
  const appOf = new Map(appIds.map((appId) => [scanPlaces.of(appId), appId]))
  const last = await ctx.store.run(lastOfEachGroup, {
    partitionId: records.partitionId,
    kind,
    field: scanPlaces.field,
    prefixes: [...appOf.keys()],
    tail: scanPlaces.timeLength,
  })
  const scans = new Map<string, readonly NewestScan[]>()
  for (const [prefix, own] of Map.groupBy(last, (one) => one.prefix)) {
    const appId = appOf.get(prefix) ?? ''
    const read = own.map(({ value, recordId }) => ({
      ...scanPlaces.read(appId, value),
      snapshotId: recordId,
    }))
    scans.set(appId, newestScans(read))
  }
  const drifted = await countDrifted(ctx, [...scans.values()].flat())
  return new Map(
    Array.from(scans, ([appId, own]) => [
      appId,
      own.map(({ environment, snapshotId, scannedAt }) => ({
        environment,
        driftedCount: drifted(snapshotId, environment),
        scannedAt,
      })),
    ]),
  )
}

type Count = (snapshotId: string, environment: string | null) => number

/** By snapshot and environment. The snapshots are read a few at a time, and only the counts are kept. */
async function countDrifted(ctx: Context, scans: readonly NewestScan[]): Promise<Count> {
  const counts = new Map<string, Map<string | null, number>>()
  const ids = [...new Set(scans.map(({ snapshotId }) => snapshotId))]
  const query = { where: [{ field: 'id', oneOf: ids }], fields: ['mappings'], ...atOnce }
  for await (const slice of ids.length > 0 ? slicesOf(recordsOf(ctx, kind), kind, query) : [])
    for (const { record } of slice) {
      const { id, mappings } = record as Pick<Stored<Kinds['driftSnapshot']>, 'id' | 'mappings'>
      const own = Map.groupBy(mappings, ({ environment }) => environment as string | null)
      counts.set(id, new Map(Array.from(own, ([environment, found]) => [environment, found.length])))
    }
  return (snapshotId, environment) => counts.get(snapshotId)?.get(environment) ?? 0
}
