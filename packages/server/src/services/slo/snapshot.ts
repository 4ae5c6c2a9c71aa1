import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { StoredRecord } from '../../store/table.ts'
import { newId } from '../ids.ts'
import { assess, assessWith, historyOf, isCounted } from './assess.ts'
import { noteBurn } from './counts/note-burn.ts'
import { keepState } from './keep-state.ts'
import type { Reading, Readings } from './readings.ts'

type Slo = Stored<Kinds['slo']>

interface Run {
  readonly slot: Date
  readonly readings: Readings
}

/** Updates these SLOs and stores a snapshot of each that has none for the quarter hour. */
export async function takeSnapshots(change: Change, ids: readonly string[], run: Run): Promise<number> {
  const stored = await change.list(kinds.slo, { where: [{ field: 'id', in: ids }] })
  let snapshots = 0
  for (const one of stored) snapshots += await takeSnapshot(change, one, run)
  return snapshots
}

async function takeSnapshot(change: Change, stored: StoredRecord, { slot, readings }: Run): Promise<number> {
  const slo = stored.record as Slo
  const takenAt = slot.toISOString()
  const where = [
    { field: 'sloId', is: slo.id },
    { field: 'takenAt', is: takenAt },
  ]
  if ((await change.list(kinds.sloSnapshot, { where, limit: 1 })).length > 0) return 0

  const read = withReading(slo, readings.get(slo.id), change.at)
  const history = await historyOf(change, read, slot)
  // The window has moved, and with it the counts in it.
  const value = isCounted(read) ? (history.counted?.value ?? read.currentValue) : read.currentValue
  const measured = { ...read, currentValue: value }
  const { state, burn } = assessWith(measured, history, slot)
  // A late run may find that more has changed by now.
  const isOver = state.changesAt !== null && state.changesAt <= change.at
  const { state: stateNow } = isOver ? await assess(change, measured, new Date(change.at)) : { state }
  const burnAlerts = await noteBurn(change, measured, history.counted)
  await keepState(change, stored, { ...measured, ...stateNow, burnAlerts })
  const { objective: _objective, changesAt: _changesAt, verdict: _verdict, ...shown } = state
  const { currentValue, target } = measured
  await change.insert(kinds.sloSnapshot, {
    ...{ id: newId('sls', slot), sloId: slo.id, takenAt, currentValue, target },
    ...shown,
    ...burn,
  })
  return 1
}

/** A reading is valid only for the source that was queried and the type at that time. */
function withReading(slo: Slo, reading: Reading | undefined, at: string): Slo {
  if (!reading || reading.dataSource !== slo.dataSource || reading.type !== slo.type) return slo
  if ('error' in reading) return { ...slo, dataSourceError: reading.error }
  return { ...slo, currentValue: reading.value, measuredAt: at, dataSourceError: null, dataSourceReadAt: at }
}
