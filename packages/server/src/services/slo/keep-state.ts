import { isDeepStrictEqual } from 'node:util'
import { type Kinds, kinds, type SloVerdict, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { StoredRecord } from '../../store/table.ts'
import { figuresOf } from './restate.ts'
import { noteStatus } from './status-changed.ts'

type Slo = Stored<Kinds['slo']>

/** Writes the current state of an SLO, if it differs from what is stored. */
export async function keepState(change: Change, stored: StoredRecord, next: Slo): Promise<StoredRecord> {
  const slo = stored.record as Slo
  const verdict = isSameVerdict(slo.verdict, next.verdict) ? slo.verdict : next.verdict
  if (isDeepStrictEqual({ ...next, verdict }, slo)) return stored
  const hasNewFigures = !isDeepStrictEqual(figuresOf(next), figuresOf(slo))
  const lastUpdatedAt = hasNewFigures ? change.at : slo.lastUpdatedAt
  const kept = await change.derive(kinds.slo, stored, { ...next, lastUpdatedAt })
  await noteStatus(change, slo, next)
  return kept
}

/** If nothing burns, the horizon makes no difference. */
function isSameVerdict(a: SloVerdict | null, b: SloVerdict | null): boolean {
  if (a === null || b === null) return a === b
  if ((a.burnRate6h ?? 0) === 0 && (b.burnRate6h ?? 0) === 0) return true
  return isDeepStrictEqual({ ...a, at: b.at }, b)
}
