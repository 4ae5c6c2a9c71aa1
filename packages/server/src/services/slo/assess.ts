import type { Kinds, Stored } from '@svc/model'
import type { Records } from '../../store/records.ts'
import { errorBudget } from './budget.ts'
import { type BurnRates, burnRates } from './burn.ts'
import { recentOf, type Snapshot } from './recent.ts'
import { sloStatus } from './status.ts'

type Slo = Stored<Kinds['slo']>

const unknown = {
  errorBudgetTotal: null,
  errorBudgetRemaining: null,
  errorBudgetPercentUsed: null,
  status: null,
}

/** How an SLO stands: its budget now, how fast that burns, and what follows. */
export const assess = async (records: Records, slo: Slo, at: Date) =>
  standing(slo, slo.currentValue === null ? [] : await recentOf(records, slo), at)

/** The same where its latest snapshots are at hand; those under other terms say nothing about the present budget. */
export function standing(slo: Slo, recent: readonly Snapshot[], at: Date) {
  if (slo.currentValue === null) return { state: unknown, burn: { burnRate1h: null, burnRate6h: null } }
  const budget = errorBudget(slo, slo.currentValue, at)
  const since = slo.termsChangedAt ?? ''
  const counted = recent.filter(({ takenAt }) => takenAt >= since)
  const burn = burnRates(counted, { at, ...budget }, slo.window)
  const status = sloStatus({ ...slo, ...budget, ...burn, at })
  return { state: { ...budget, status }, burn: burn satisfies BurnRates }
}
