import { toDecimal } from '../decimal.ts'
import type { Counts } from './spread.ts'

/** Times that a burn is looked at over, in minutes. */
export const burnMinutes = { '5m': 5, '30m': 30, '1h': 60, '6h': 360, '3d': 4_320 } as const

export type BurnWindow = keyof typeof burnMinutes

/** By window; null where nothing was counted. */
export type Burn = Readonly<Record<BurnWindow, number | null>>

interface BurnRule {
  readonly window: BurnWindow
  /** Says that it still burns: a burn that is over resolves soon. */
  readonly recent: BurnWindow
  readonly limit: number
  readonly severity: 'page' | 'ticket'
}

/** With 30 days: 2 % of the budget in an hour, 5 % in six, 10 % in three days. */
export const burnRules: readonly BurnRule[] = [
  { window: '1h', recent: '5m', limit: 14.4, severity: 'page' },
  { window: '6h', recent: '30m', limit: 6, severity: 'page' },
  { window: '3d', recent: '6h', limit: 1, severity: 'ticket' },
]

export interface BurnAlert {
  readonly severity: BurnRule['severity']
  readonly window: BurnWindow
  readonly burnRate: number
  readonly state: 'firing' | 'resolved'
}

/** How much faster than allowed events were bad; null without events, or where nothing at all is allowed. */
export function burnOf({ good, total }: Counts, allowedShare: number): number | null {
  if (total === 0) return null
  const bad = Math.max(0, total - good) / total
  if (allowedShare === 0) return bad === 0 ? 0 : null
  return toDecimal(bad / allowedShare)
}

/**
 * Which alerts begin and end, and which are on then. Where one of the two times of a rule has nothing to say, it stays
 * as it is: that nobody counts any more does not mean that all is well.
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
