/** An SLO is at risk from this share of its error budget on. */
export const atRiskPercent = 80

/** It is breached from this share on: all of it. */
export const breachedPercent = 100

/** The windows over which burn is measured, in minutes. */
export const burnMinutes = { '5m': 5, '30m': 30, '1h': 60, '6h': 360, '3d': 4_320 } as const

export type BurnWindow = keyof typeof burnMinutes

export interface BurnRule {
  readonly window: BurnWindow
  /** Shows that it is still burning, so that the alert ends soon after the burn does. */
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
