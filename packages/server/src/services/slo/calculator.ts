import { counted, type Kinds, kinds, type Stored } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { partitionsWithSlos } from '../../store/queries/slo-snapshots.ts'
import { slicesOf } from '../../store/records.ts'
import { createFailures, type Failures } from '../jobs/failures.ts'
import { system } from '../jobs/follower.ts'
import { concurrently } from '../concurrently.ts'
import { createReader, type Readings } from './readings.ts'
import { forgetSnapshotsAhead } from './snapshots-ahead.ts'
import { takeSnapshots } from './snapshot.ts'
import { scheme, type SloSource } from './source.ts'
import { quarterHour } from './window.ts'

/** Also the batch size of writes. */
const readAtOnce = { limit: 200, bytes: 1024 * 1024 }
/** How many partitions query their servers concurrently. */
const waitAtOnce = 32

export interface CalculatorTools {
  readonly store: Store
  readonly now: () => Date
  /** Without one nothing is measured. */
  readonly source?: SloSource | undefined
  /** Called once for each partition whose sources failed. */
  readonly onTrouble?: (trouble: SourceTrouble) => void
}

export interface SourceTrouble {
  readonly partitionId: PartitionId
  readonly failed: number
  /** Some of the reasons, each once. */
  readonly reasons: readonly string[]
}

export interface Totals {
  slos: number
  snapshots: number
  measured: number
  /** SLOs whose source could not be queried. */
  readonly failures: Failures
}

/** Updates every SLO and stores one snapshot each for the quarter hour, however often it runs. */
export async function runSloCalculator(tools: CalculatorTools): Promise<Totals> {
  const { store, now, source } = tools
  const slot = quarterHour(now())
  const places = await store.run(partitionsWithSlos, scheme)
  const totals: Totals = { slos: 0, snapshots: 0, measured: 0, failures: createFailures() }
  const failures: unknown[] = []
  const calculate = async ({ partitionId }: (typeof places)[number]): Promise<void> => {
    // A failure in one organisation must not affect the next.
    await calculatePartition(tools, { partitionId, slot, totals }).catch((error: unknown) =>
      failures.push(error),
    )
  }
  const isWaiting = ({ hasSource }: (typeof places)[number]): boolean => source !== undefined && hasSource
  await Promise.all([
    concurrently(
      places.filter((place) => !isWaiting(place)),
      1,
      calculate,
    ),
    concurrently(places.filter(isWaiting), waitAtOnce, calculate),
  ])
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `The SLOs of ${counted(failures.length, 'organisation')} could not be calculated (live and test count separately).`,
    )
  return totals
}

interface Task {
  readonly partitionId: PartitionId
  readonly slot: Date
  readonly totals: Totals
}

/** Sources are queried between the writes, not within one. */
async function calculatePartition(
  { store, now, source, onTrouble }: CalculatorTools,
  { partitionId, slot, totals }: Task,
): Promise<void> {
  const records = store.records(partitionId)
  const reader = source && createReader(records, source, { takenAt: slot.toISOString(), at: now() })
  const reasons: string[] = []
  await forgetSnapshotsAhead(store, partitionId, { slot, now })
  for await (const stored of slicesOf(records, kinds.slo, { where: [], ...readAtOnce })) {
    const slos = stored.map(({ record }) => record as Stored<Kinds['slo']>)
    const readings: Readings = (await reader?.read(slos)) ?? new Map()
    const ids = slos.map(({ id }) => id)
    totals.snapshots += await store.write({ partitionId, actor: system, now }, (change) =>
      takeSnapshots(change, ids, { slot, readings }),
    )
    totals.slos += slos.length
    for (const [id, reading] of readings) {
      if ('error' in reading) {
        reasons.push(reading.error)
        totals.failures.add(id, reading.error)
      } else totals.measured += 1
    }
  }
  if (reasons.length > 0)
    onTrouble?.({ partitionId, failed: reasons.length, reasons: [...new Set(reasons)].slice(0, 5) })
}
