import { atRiskPercent, breachedPercent } from '@svc/model'
import { toDecimal } from './decimal.ts'
import { horizonMinutes, type SloWindow, windowMinutes } from './window.ts'

export type SloStatus = 'met' | 'atRisk' | 'breached'

export interface SloState {
  readonly currentValue: number | null
  readonly errorBudgetPercentUsed: number | null
  readonly burnRate6h: number | null
  readonly window: SloWindow
  readonly at: Date
}

export function sloStatus(state: SloState): SloStatus | null {
  const { currentValue, errorBudgetPercentUsed: used } = state
  if (currentValue === null || used === null) return null
  if (used >= breachedPercent) return 'breached'
  if (used >= atRiskPercent) return 'atRisk'
  const projected = projectedPercent(used, state.burnRate6h, {
    windowMinutes: windowMinutes(state.window, state.at),
    horizonMinutes: horizonMinutes(state.window, state.at),
  })
  return projected >= breachedPercent ? 'atRisk' : 'met'
}

/** How much of the budget will be used if it keeps burning as in the last 6 hours. */
export const projectedPercent = (
  used: number,
  burnRate6h: number | null,
  ahead: { readonly windowMinutes: number; readonly horizonMinutes: number },
): number => toDecimal(used + (burnRate6h ?? 0) * (ahead.horizonMinutes / ahead.windowMinutes) * 100)
