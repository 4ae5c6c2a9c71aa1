import { type BurnRule, burnRules, type BurnWindow } from '@svc/model'
import { toDecimal } from '../decimal.ts'
import type { Counts } from './spread.ts'

/** By window; null if nothing was counted. */
export type Burn = Readonly<Record<BurnWindow, number | null>>

export interface BurnAlert {
  readonly severity: BurnRule['severity']
  readonly window: BurnWindow
  readonly burnRate: number
  readonly state: 'firing' | 'resolved'
}

/** How many times more events were bad than allowed; null without events, or if none at all may be bad. */
export function burnOf({ good, total }: Counts, allowedShare: number): number | null {
  if (total === 0) return null
  const bad = Math.max(0, total - good) / total
  if (allowedShare === 0) return bad === 0 ? 0 : null
  return toDecimal(bad / allowedShare)
}

/**
 * Which alerts start and end, and which are active then. If one of the two windows of a rule has no data, its alert
 * stays as it is: missing counts do not mean that all is well.
 */
export function judgeBurn(
  firing: readonly BurnWindow[],
  burn: Burn,
  isCurrent: (window: BurnWindow) => boolean = () => true,
): { readonly firing: readonly BurnWindow[]; readonly alerts: readonly BurnAlert[] } {
  const alerts: BurnAlert[] = []
  const on = burnRules.filter(({ window, recent, limit, severity }) => {
    const wasOn = firing.includes(window)
    const [burnRate, lately] = [burn[window], burn[recent]]
    if (burnRate === null || lately === null || !isCurrent(window)) return wasOn
    const isOn = burnRate >= limit && lately >= limit
    if (isOn !== wasOn) alerts.push({ severity, window, burnRate, state: isOn ? 'firing' : 'resolved' })
    return isOn
  })
  return { firing: on.map(({ window }) => window), alerts }
}
