import { invalid, type TakenReport } from '@svc/model'
import type { StoredRecord } from '../../store/table.ts'

/** An SLO, and its measurements from the reports of a batch. */
export interface State {
  readonly stored: StoredRecord
  readonly value: number | null
  readonly measuredAt: string | null
  readonly countedTo: string | null
  readonly taken: readonly TakenReport[]
}

export function stateOf(states: ReadonlyMap<string, State>, sloId: string): State {
  const state = states.get(sloId)
  if (!state) throw invalid('sloId', `names the SLO ${JSON.stringify(sloId)}, which does not exist`)
  return state
}

/** A time as it is stored, whatever the sender's offset. */
export function utc(given: string, field: string): string {
  const time = new Date(given)
  const year = time.getUTCFullYear()
  if (!(year >= 0 && year <= 9999))
    throw invalid(field, 'must be a date and time such as 2026-11-15T12:00:00Z')
  return time.toISOString()
}
