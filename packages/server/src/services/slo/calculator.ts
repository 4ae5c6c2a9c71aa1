import { isDeepStrictEqual } from 'node:util'
import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import type { Position } from '../../store/records.ts'
import type { Held } from '../../store/table.ts'
import { newId } from '../ids.ts'
import { system } from '../jobs/follower.ts'
import { assess } from './assess.ts'
import { quarterHour } from './window.ts'

type Slo = Stored<Kinds['slo']>

const chunk = 200

/** Brings every SLO up to date and stores one snapshot each for the quarter hour, however often it runs. */
export async function runSloCalculator(store: Store, now: () => Date): Promise<Totals> {
  const slot = quarterHour(now())
  const rows = await store.engine.reader.all('select distinct partition_id from slos')
  const totals = { slos: 0, snapshots: 0 }
  const failures: unknown[] = []
  for (const { partition_id } of rows) {
    try {
      const { slos, snapshots } = await calculatePartition(store, String(partition_id), { slot, now })
      totals.slos += slos
      totals.snapshots += snapshots
    } catch (error) {
      failures.push(error) // One organisation's trouble is not the next one's.
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} partitions were not calculated.`)
  return totals
}

interface Totals {
  readonly slos: number
  readonly snapshots: number
}

async function calculatePartition(
  store: Store,
  partitionId: string,
  { slot, now }: { readonly slot: Date; readonly now: () => Date },
): Promise<Totals> {
  const totals = { slos: 0, snapshots: 0 }
  let after: Position | undefined
  do {
    const from = after
    const piece = await store.write({ partitionId, actor: system, now }, (change) =>
      calculate(change, { slot, after: from }),
    )
    totals.slos += piece.slos
    totals.snapshots += piece.snapshots
    after = piece.last
  } while (after)
  return totals
}

async function calculate(
  change: Change,
  { slot, after }: { readonly slot: Date; readonly after: Position | undefined },
) {
  const held = await change.list(kinds.slo, { where: [], after, limit: chunk })
  let snapshots = 0
  for (const slo of held) snapshots += await calculateOne(change, slo, slot)
  const last = held.length === chunk ? held.at(-1) : undefined
  return { slos: held.length, snapshots, last: last && [String(last.record.id)] }
}

async function calculateOne(change: Change, held: Held, slot: Date): Promise<number> {
  const slo = held.record as Slo
  const takenAt = slot.toISOString()
  const where = [
    { field: 'sloId', is: slo.id },
    { field: 'takenAt', is: takenAt },
  ]
  if ((await change.list(kinds.sloSnapshot, { where, limit: 1 })).length > 0) return 0

  const { state, burn } = await assess(change, slo, slot)
  const next = { ...slo, ...state }
  if (!isDeepStrictEqual(next, slo)) {
    await change.derive(kinds.slo, held, { ...next, lastUpdatedAt: change.at })
    if (state.status !== slo.status) {
      await change.log(
        'slo.status_changed',
        { kind: 'slo', id: slo.id },
        { status: slo.status },
        { status: state.status },
      )
    }
  }
  const { currentValue, target } = slo
  await change.insert(kinds.sloSnapshot, {
    id: newId('sls', slot),
    sloId: slo.id,
    takenAt,
    currentValue,
    target,
    ...state,
    ...burn,
  })
  return 1
}
