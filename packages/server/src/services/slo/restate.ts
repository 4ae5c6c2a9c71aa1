import type { Kinds, Stored } from '@svc/model'
import type { Draft } from '../behaviour.ts'
import { standing } from './assess.ts'
import type { Snapshot } from './recent.ts'

type Slo = Stored<Kinds['slo']>

/** Whether a change makes a new budget: other terms, or another measurement. */
export function needsRestating(draft: Draft<Slo>): boolean {
  const { next, before } = draft
  return before === undefined || hasNewTerms(draft) || next.currentValue !== before.currentValue
}

/** New terms or a new value make a new budget at once; the calculator refines it at the next quarter hour. */
export function restated(draft: Draft<Slo>, at: string, recent: readonly Snapshot[]): Slo {
  const { next, before, given } = draft
  const hasNewType = before !== undefined && before.type !== next.type
  const currentValue = hasNewType && !given.has('currentValue') ? null : next.currentValue
  const slo = {
    ...next,
    currentValue,
    termsChangedAt: hasNewTerms(draft) ? at : next.termsChangedAt,
    measuredAt: currentValue === (before?.currentValue ?? null) ? next.measuredAt : at,
  }
  const { state } = standing(slo, recent, new Date(at))
  return { ...slo, ...state, lastUpdatedAt: currentValue === null && before === undefined ? null : at }
}

const hasNewTerms = ({ next, before }: Draft<Slo>): boolean =>
  before === undefined ||
  before.type !== next.type ||
  before.target !== next.target ||
  before.window !== next.window
