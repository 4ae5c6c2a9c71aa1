import { type Kinds, objectiveOf, type Stored } from '@svc/model'
import type { Records } from '../../store/records.ts'
import { errorBudget } from './budget.ts'
import { type BurnRates, burnRates } from './burn.ts'
import { changeTime, gapOf, type Measured, reasonOf } from './gap.ts'
import { recentOf, type Snapshot } from './recent.ts'
import { sloStatus } from './status.ts'
import { horizonMinutes, windowMinutes } from './window.ts'

type Slo = Stored<Kinds['slo']>

/** What of an SLO its standing follows from. */
type Terms = Measured & Pick<Slo, 'type' | 'target' | 'objective' | 'termsChangedAt'>
type Known = Pick<Snapshot, 'takenAt' | 'errorBudgetPercentUsed'>

const noBudget = { errorBudgetTotal: null, errorBudgetRemaining: null, errorBudgetPercentUsed: null }
const noBurn: BurnRates = { burnRate1h: null, burnRate6h: null }

/** How an SLO stands: its budget now, how fast that burns, and what follows. */
export const assess = async (records: Records, slo: Slo, at: Date) =>
  standing(slo, gapOf(slo, at) === undefined ? await recentOf(records, slo) : [], at)

/** The same where its latest snapshots are at hand; those under other terms say nothing about the present budget. */
export function standing(slo: Terms, recent: readonly Known[], at: Date) {
  const { budget, burn, status, statusReason } = judged(slo, recent, at)
  const state = {
    // One that does not fit the type stays, and is refused.
    objective: slo.objective ?? objectiveOf(slo.type, null),
    ...budget,
    status,
    statusReason,
    changesAt: changeTime(slo, at),
    verdict: {
      at: at.toISOString(),
      burnRate6h: burn.burnRate6h,
      windowMinutes: windowMinutes(slo.window, at),
      horizonMinutes: horizonMinutes(slo.window, at),
    },
  }
  return { state, burn }
}

function judged(slo: Terms, recent: readonly Known[], at: Date) {
  const gap = gapOf(slo, at)
  if (slo.currentValue === null || gap !== undefined) {
    // A new period begins with the whole budget, whatever was measured in the one before.
    const budget = gap === 'not in this period' ? unspent(slo, at) : noBudget
    return { budget, burn: noBurn, status: null, statusReason: reasonOf(slo, gap ?? 'unmeasured') }
  }
  const budget = errorBudget(slo, slo.currentValue, at)
  const since = slo.termsChangedAt ?? ''
  const counted = recent.filter(({ takenAt }) => takenAt >= since)
  const burn = burnRates(counted, { at, ...budget }, slo.window)
  return { budget, burn, status: sloStatus({ ...slo, ...budget, ...burn, at }), statusReason: null }
}

function unspent(slo: Terms, at: Date) {
  const { errorBudgetTotal } = errorBudget(slo, slo.target, at)
  return { errorBudgetTotal, errorBudgetRemaining: errorBudgetTotal, errorBudgetPercentUsed: 0 }
}
