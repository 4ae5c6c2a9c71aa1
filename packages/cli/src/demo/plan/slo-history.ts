import { burnRates, calendarPeriod, errorBudget, quarterHour, sloStatus, windowMinutes } from '@svc/server'
import { later, minuteMs } from '../calendar.ts'
import type { Objective } from '../company/slos.ts'
import type { Random } from '../random.ts'
import { badMinutes, leadDays, quarterMinutes, quartersPerDay } from './slo-bad-minutes.ts'

export interface Snapshot {
  readonly takenAt: string
  readonly currentValue: number
  readonly target: number
  readonly status: string | null
  readonly statusReason: null
  readonly errorBudgetTotal: number
  readonly errorBudgetRemaining: number
  readonly errorBudgetPercentUsed: number
  readonly burnRate1h: number | null
  readonly burnRate6h: number | null
  readonly burnRate3d: number | null
}

const historyDays = 30
export const historyLength = historyDays * quartersPerDay

/** What the calculator would have written every quarter of an hour, oldest first. */
export function historyOf(objective: Objective, now: Date, random: Random): readonly Snapshot[] {
  // The current quarter of an hour is left to the calculator, which may not have run yet.
  const last = later(quarterHour(now), -quarterMinutes * minuteMs)
  const valueAt = isShare(objective) ? shareOf(objective, last, random) : levelOf(objective, random)
  const snapshots: Snapshot[] = []
  for (let index = 0; index < historyLength; index += 1) {
    const at = later(last, (index - historyLength + 1) * quarterMinutes * minuteMs)
    snapshots.push(snapshotOf(objective, { at, currentValue: valueAt(index, at) }, snapshots))
  }
  return snapshots
}

function snapshotOf(
  objective: Objective,
  { at, currentValue }: { readonly at: Date; readonly currentValue: number },
  before: readonly Snapshot[],
): Snapshot {
  const budget = errorBudget(objective, currentValue, at)
  // Only the ones from an hour, six hours and three days ago matter; handing over all would take minutes.
  const known = [4, 24, 288].map((ago) => before[before.length - ago]).filter((one) => one !== undefined)
  const burn = burnRates(known, { at, ...budget }, objective.window)
  const status = sloStatus({ currentValue, ...budget, ...burn, window: objective.window, at })
  const { target } = objective
  return { takenAt: at.toISOString(), currentValue, target, status, statusReason: null, ...budget, ...burn }
}

type ValueAt = (index: number, at: Date) => number

const isShare = ({ type }: Objective): boolean => type !== 'throughput' && type !== 'custom'

/** The share of good (or bad) minutes in the window that ends at a moment. */
function shareOf(objective: Objective, endsAt: Date, random: Random): ValueAt {
  const { type, window } = objective
  const quarters = badMinutes(objective, { days: historyDays, endsAt }, random)
  const sums = new Float64Array(quarters.length + 1)
  for (let i = 0; i < quarters.length; i += 1) sums[i + 1] = (sums[i] ?? 0) + (quarters[i] ?? 0)
  return (index, at) => {
    const period = calendarPeriod(window, at)
    const minutes = windowMinutes(window, at)
    const elapsed = period ? (at.getTime() - period.startsAt.getTime()) / minuteMs : minutes
    const end = leadDays * quartersPerDay + index + 1
    const start = Math.max(0, end - elapsed / quarterMinutes)
    const bad = ((sums[end] ?? 0) - (sums[start] ?? 0)) / minutes
    return rounded(100 * (type === 'errorRate' ? bad : 1 - bad), 5)
  }
}

/** A level that drifts slowly, always a little better than the target. */
function levelOf({ target, unit }: Objective, random: Random): ValueAt {
  const periodDays = random.between(8, 13)
  const phase = random.between(0, 2 * Math.PI)
  const swing = unit === '%' ? 0.015 : 0.06
  const surplus = swing + (unit === '%' ? 0.01 : random.between(0.01, 0.05))
  return (index) => {
    const wave = Math.sin((index / quartersPerDay / periodDays) * 2 * Math.PI + phase)
    return rounded(target * (1 + surplus + swing * wave) + random.between(-0.002, 0.002) * target, 1)
  }
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
