import { type BurnWindow, type Kinds, objectiveOf, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { errorBudget } from './budget.ts'
import { type BurnRates, burnRates } from './burn.ts'
import { type Counted, countedOf, isCurrent } from './counts/counted.ts'
import { changeTime, gapOf, type Measured, reasonOf } from './gap.ts'
import { oneBefore, recentOf, type Snapshot } from './recent.ts'
import { sloStatus } from './status.ts'
import { horizonMinutes, windowMinutes } from './window.ts'

type Slo = Stored<Kinds['slo']>

/** The fields of an SLO that its state is computed from. */
type Terms = Measured & Pick<Slo, 'type' | 'target' | 'objective' | 'termsChangedAt' | 'countedTo'>

/** What else is needed: earlier snapshots, or what was counted. */
export interface History {
  readonly recent: readonly Pick<Snapshot, 'takenAt' | 'errorBudgetPercentUsed'>[]
  readonly counted?: Counted | undefined
}

const noBudget = { errorBudgetTotal: null, errorBudgetRemaining: null, errorBudgetPercentUsed: null }
const noBurn: BurnRates = { burnRate1h: null, burnRate6h: null, burnRate3d: null }

/** The state of an SLO: its budget now, how fast it burns, and the resulting status. */
export const assess = async (change: Change, slo: Slo, at: Date) =>
  assessWith(slo, gapOf(slo, at) === undefined ? await historyOf(change, slo, at) : { recent: [] }, at)

/** Whether the value of an SLO comes from counts, rather than from a later report of a value. */
export const isCounted = ({ countedTo, measuredAt }: Pick<Slo, 'countedTo' | 'measuredAt'>): boolean =>
  countedTo !== null && countedTo === measuredAt

export async function historyOf(change: Change, slo: Slo, at: Date): Promise<History> {
  const counted = await countedOf(change, slo, at)
  if (counted) return { recent: [], counted }
  const threeDaysAgo = await oneBefore(change, slo, new Date(at.getTime() - 3 * 86_400_000))
  return { recent: [...(await recentOf(change, slo)), ...threeDaysAgo] }
}

/** The same with its history already loaded; snapshots under other terms say nothing about the current budget. */
export function assessWith(slo: Terms, history: History, at: Date) {
  const { budget, burn, status, statusReason } = judged(slo, history, at)
  const state = {
    // An objective that does not fit the type stays, and is refused.
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

function judged(slo: Terms, history: History, at: Date) {
  const gap = gapOf(slo, at)
  if (slo.currentValue === null || gap !== undefined) {
    // A new period begins with the full budget, whatever was measured in the previous one.
    const budget = gap === 'not in this period' ? unspent(slo, at) : noBudget
    return { budget, burn: noBurn, status: null, statusReason: reasonOf(slo, gap ?? 'unmeasured') }
  }
  const budget = errorBudget(slo, slo.currentValue, at)
  const burn = burnAt(slo, history, { at, ...budget })
  return { budget, burn, status: sloStatus({ ...slo, ...budget, ...burn, at }), statusReason: null }
}

/** Actual rates if events were counted; else how much of the budget was used since earlier snapshots. */
function burnAt(
  slo: Terms,
  { recent, counted }: History,
  now: { readonly at: Date; readonly errorBudgetPercentUsed: number },
): BurnRates {
  if (counted && slo.countedTo !== null) {
    const { countedTo } = slo
    const known = (window: BurnWindow): number | null =>
      isCurrent(countedTo, window, now.at) ? counted.burn[window] : null
    return { burnRate1h: known('1h'), burnRate6h: known('6h'), burnRate3d: known('3d') }
  }
  const since = slo.termsChangedAt ?? ''
  return burnRates(
    recent.filter(({ takenAt }) => takenAt >= since),
    now,
    slo.window,
  )
}

function unspent(slo: Terms, at: Date) {
  const { errorBudgetTotal } = errorBudget(slo, slo.target, at)
  return { errorBudgetTotal, errorBudgetRemaining: errorBudgetTotal, errorBudgetPercentUsed: 0 }
}
