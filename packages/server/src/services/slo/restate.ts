import { isDeepStrictEqual } from 'node:util'
import { type Kinds, objectiveOf, type Stored } from '@svc/model'
import type { Draft } from '../records/behaviour.ts'
import { assessWith, type History } from './assess.ts'

type Slo = Stored<Kinds['slo']>

/** Whether a change gives a new budget: other terms, or a measurement, even one with the same value. */
export function needsRestating(draft: Draft<Slo>): boolean {
  const { next, before, given } = draft
  return (
    before === undefined ||
    hasNewTerms(draft) ||
    isMeasured(draft) ||
    next.currentValue !== before.currentValue ||
    (given.has('freshnessMinutes') && next.freshnessMinutes !== before.freshnessMinutes)
  )
}

/** Whether the caller sent a measurement. */
export const isMeasured = ({ next, given }: Pick<Draft<Slo>, 'next' | 'given'>): boolean =>
  given.has('currentValue') && next.currentValue !== null

/**
 * New terms or a new value give a new budget at once; the calculator refines it at the next quarter hour. A value
 * without its own time was measured now.
 */
export function restated(
  draft: Draft<Slo>,
  { at, measuredAt }: { readonly at: string; readonly measuredAt?: string | null },
  history: History,
): Slo {
  const { next, before, given } = draft
  const hasNewType = before !== undefined && before.type !== next.type
  const currentValue = hasNewType && !given.has('currentValue') ? null : next.currentValue
  const slo = {
    ...next,
    currentValue,
    objective: hasNewType && !given.has('objective') ? null : next.objective,
    termsChangedAt: hasNewTerms(draft) ? at : next.termsChangedAt,
    measuredAt: currentValue === null ? null : isMeasured(draft) ? (measuredAt ?? at) : next.measuredAt,
  }
  const { state } = assessWith(slo, history, new Date(at))
  return { ...slo, ...state, lastUpdatedAt: lastUpdate(before, { ...slo, ...state }, at) }
}

/** When the measurement or the budget last changed: what only confirms them changes nothing. */
function lastUpdate(before: Slo | undefined, next: Slo, at: string): string | null {
  if (before === undefined) return next.currentValue === null ? null : at
  return isDeepStrictEqual(figuresOf(before), figuresOf(next)) ? before.lastUpdatedAt : at
}

/** The figures of an SLO that people read, as opposed to when and how they were decided. */
export const figuresOf = (slo: Slo) => [
  ...[slo.currentValue, slo.target, slo.type, slo.window, slo.objective],
  ...[slo.errorBudgetTotal, slo.errorBudgetRemaining, slo.errorBudgetPercentUsed, slo.status],
]

const hasNewTerms = ({ next, before }: Draft<Slo>): boolean =>
  before === undefined ||
  before.type !== next.type ||
  before.target !== next.target ||
  before.window !== next.window ||
  objectiveOf(before.type, before.objective) !== objectiveOf(next.type, next.objective)
