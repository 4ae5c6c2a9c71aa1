import { isDeepStrictEqual } from 'node:util'
import { type Kinds, kinds, type SloVerdict, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Held } from '../../store/table.ts'
import { figuresOf } from './restate.ts'
import { noteStatus } from './status-changed.ts'

type Slo = Stored<Kinds['slo']>

/** Writes how an SLO stands now, where that differs from what is stored. */
export async function keepState(change: Change, held: Held, next: Slo): Promise<Held> {
  const slo = held.record as Slo
  const verdict = isSameVerdict(slo.verdict, next.verdict) ? slo.verdict : next.verdict
  if (isDeepStrictEqual({ ...next, verdict }, slo)) return held
  const hasNewFigures = !isDeepStrictEqual(figuresOf(next), figuresOf(slo))
  const lastUpdatedAt = hasNewFigures ? change.at : slo.lastUpdatedAt
  const kept = await change.derive(kinds.slo, held, { ...next, lastUpdatedAt })
  await noteStatus(change, slo, next)
  return kept
}

/** Where nothing burns, it makes no difference how far ahead one looks. */
function isSameVerdict(a: SloVerdict | null, b: SloVerdict | null): boolean {
  if (a === null || b === null) return a === b
  if ((a.burnRate6h ?? 0) === 0 && (b.burnRate6h ?? 0) === 0) return true
  return isDeepStrictEqual({ ...a, at: b.at }, b)
}
