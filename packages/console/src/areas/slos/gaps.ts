import { sloMinutes } from '@svc/model'
import { leftOf, type Snapshot } from './history.ts'
import type { Span } from './span.ts'

export interface Gap {
  readonly from: number
  readonly until: number
}

/** One snapshot may be late or missing without anything being wrong. */
const tolerated = 3 * sloMinutes * 60_000

/** Where nothing is known: before the first snapshot, after the last, and wherever none has a budget. */
export function gapsIn(snapshots: readonly Snapshot[], { from, now }: Span): readonly Gap[] {
  const known = snapshots.flatMap((one) => (leftOf(one) === null ? [] : Date.parse(one.takenAt)))
  const ends = [from, ...known.filter((at) => at >= from && at <= now), now]
  return ends.flatMap((at, index) => {
    const next = ends[index + 1]
    return next !== undefined && next - at > tolerated ? [{ from: at, until: next }] : []
  })
}

/** Whether anything between two moments is unknown. */
export const isBetween = (gaps: readonly Gap[], a: number, b: number): boolean =>
  gaps.some(({ from, until }) => from < b && until > a)
