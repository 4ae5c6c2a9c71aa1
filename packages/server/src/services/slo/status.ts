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
  if (used >= BREACHED_PERCENT) return 'breached'
  if (used >= AT_RISK_PERCENT) return 'atRisk'
  return usedAtHorizon(used, state) >= BREACHED_PERCENT ? 'atRisk' : 'met'
}

const BREACHED_PERCENT = 100
const AT_RISK_PERCENT = 80

function usedAtHorizon(used: number, { burnRate6h, window, at }: SloState): number {
  const windowsAhead = horizonMinutes(window, at) / windowMinutes(window, at)
  return toDecimal(used + (burnRate6h ?? 0) * windowsAhead * 100)
}
