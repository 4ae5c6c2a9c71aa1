import { objectiveOf, percentageObjectives, type SloObjective } from '@svc/model'
import { isSameDecimal, minus, toDecimal } from './decimal.ts'
import { type SloWindow, windowMinutes } from './window.ts'

export type SloType = 'availability' | 'latency' | 'errorRate' | 'throughput' | 'custom'

export interface SloTerms {
  readonly type: SloType
  readonly target: number
  readonly objective?: SloObjective | null
  readonly window: SloWindow
}

export interface ErrorBudget {
  readonly errorBudgetTotal: number
  readonly errorBudgetRemaining: number
  readonly errorBudgetPercentUsed: number
}

/**
 * Total and remaining are minutes of the window for the percentage types, else in the caller's unit. A limit in that
 * unit does not say how much time may be spent beyond it, so none may: its budget is 0, and what remains is by how
 * much it is missed.
 */
export function errorBudget(terms: SloTerms, currentValue: number, at: Date): ErrorBudget {
  const reading = readingOf(terms)
  // An impossible target (120 % available) allows nothing, and a value beyond perfect spends nothing.
  const allowed = Math.max(0, reading.allowed(terms.target))
  const measured = Math.max(0, reading.spent(terms.target, currentValue))
  const spent = isSameDecimal(measured, allowed) ? allowed : measured
  const unitsPerPoint = reading.isPercentage ? windowMinutes(terms.window, at) / 100 : 1
  return {
    errorBudgetTotal: toDecimal(allowed * unitsPerPoint),
    errorBudgetRemaining: toDecimal(minus(allowed, spent) * unitsPerPoint),
    errorBudgetPercentUsed: percentUsed(allowed, spent),
  }
}

interface Reading {
  readonly isPercentage: boolean
  readonly allowed: (target: number) => number
  readonly spent: (target: number, current: number) => number
}

// Every difference goes through `minus`, so that all are rounded alike and the remainder never exceeds the total.
const goodShare: Reading = {
  isPercentage: true,
  allowed: (target) => minus(100, target),
  spent: (_target, current) => minus(100, current),
}

const badShare: Reading = {
  isPercentage: true,
  allowed: (target) => minus(target, 0),
  spent: (_target, current) => minus(current, 0),
}

const limits: Readonly<Record<SloObjective, Reading>> = {
  atLeast: { isPercentage: false, allowed: () => 0, spent: (target, current) => minus(target, current) },
  atMost: { isPercentage: false, allowed: () => 0, spent: (target, current) => minus(current, target) },
}

const shares: Readonly<Record<SloObjective, Reading>> = { atLeast: goodShare, atMost: badShare }

const readingOf = ({ type, objective = null }: SloTerms): Reading =>
  (type in percentageObjectives ? shares : limits)[objectiveOf(type, objective)]

function percentUsed(allowed: number, spent: number): number {
  if (allowed === 0) return spent === 0 ? 0 : 100
  return toDecimal((spent / allowed) * 100)
}
