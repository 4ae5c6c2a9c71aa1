import { toDecimal } from './decimal.ts'
import { calendarPeriod, minutesBetween, type SloWindow, windowMinutes } from './window.ts'

export interface BurnSnapshot {
  readonly takenAt: string
  readonly errorBudgetPercentUsed: number | null
}

export interface BurnPoint {
  readonly at: Date
  readonly errorBudgetPercentUsed: number | null
}

export interface BurnRates {
  readonly burnRate1h: number | null
  readonly burnRate6h: number | null
  readonly burnRate3d: number | null
}

/**
 * The share of the budget spent in the last hours, divided by the share that spending it evenly over the window would
 * take in that time: 1 spends exactly all of it. Null if there is no snapshot that old. The snapshots, in any order,
 * must have been taken under the current terms.
 */
export function burnRates(snapshots: readonly BurnSnapshot[], now: BurnPoint, window: SloWindow): BurnRates {
  return {
    burnRate1h: burnRate(snapshotBefore(snapshots, now.at, 1), now, window),
    burnRate6h: burnRate(snapshotBefore(snapshots, now.at, 6), now, window),
    burnRate3d: burnRate(snapshotBefore(snapshots, now.at, 72), now, window),
  }
}

function snapshotBefore(snapshots: readonly BurnSnapshot[], at: Date, hours: number): BurnSnapshot | null {
  const limit = at.getTime() - hours * 3_600_000
  let newest: BurnSnapshot | null = null
  let newestAt = Number.NEGATIVE_INFINITY
  for (const snapshot of snapshots) {
    const takenAt = Date.parse(snapshot.takenAt)
    if (takenAt > limit || !(takenAt > newestAt)) continue
    newest = snapshot
    newestAt = takenAt
  }
  return newest
}

function burnRate(from: BurnSnapshot | null, now: BurnPoint, window: SloWindow): number | null {
  if (!from || from.errorBudgetPercentUsed === null || now.errorBudgetPercentUsed === null) return null
  const takenAt = new Date(from.takenAt)
  const period = calendarPeriod(window, now.at)
  // A calendar budget starts over in each period: what was used of the last one says nothing about this one.
  if (period && takenAt < period.startsAt) return null
  const spentPercent = now.errorBudgetPercentUsed - from.errorBudgetPercentUsed
  // The time that actually passed, not the nominal hours: after a gap in the snapshots it is longer.
  const evenPercent = (minutesBetween(takenAt, now.at) / windowMinutes(window, now.at)) * 100
  // A rolling budget recovers as old failures leave the window. That is not a burn, nor a negative one.
  return toDecimal(Math.max(0, spentPercent / evenPercent))
}
