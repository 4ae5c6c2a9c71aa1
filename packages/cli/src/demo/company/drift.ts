export const environments = ['production', 'staging'] as const

export interface Drift {
  readonly environment: (typeof environments)[number]
  readonly variable: string
  readonly kind: 'missing' | 'changed' | 'extra'
  /** How many days ago it started and was fixed; never, if it still differs. */
  readonly from: number
  readonly until?: number
}

/** The projects whose environments are compared, how many variables each has, and where they differ. */
export const scans: Readonly<
  Record<string, { readonly mappings: number; readonly drifts: readonly Drift[] }>
> = {
  'checkout-service': {
    mappings: 42,
    drifts: [
      { environment: 'production', variable: 'PAYMENT_TIMEOUT_MS', kind: 'changed', from: 9 },
      { environment: 'staging', variable: 'SLOT_HOLD_MINUTES', kind: 'changed', from: 31, until: 24 },
    ],
  },
  'payment-service': {
    mappings: 36,
    drifts: [
      { environment: 'staging', variable: 'WEBHOOK_TOLERANCE_S', kind: 'missing', from: 40, until: 38 },
    ],
  },
  'slot-service': {
    mappings: 24,
    drifts: [
      { environment: 'production', variable: 'CAPACITY_SAFETY_FACTOR', kind: 'changed', from: 4 },
      { environment: 'production', variable: 'SNOW_MODE', kind: 'extra', from: 4 },
    ],
  },
  'route-planner': {
    mappings: 31,
    drifts: [
      { environment: 'staging', variable: 'SOLVER_THREADS', kind: 'changed', from: 52 },
      { environment: 'staging', variable: 'ROAD_GRAPH_VERSION', kind: 'changed', from: 12 },
      { environment: 'staging', variable: 'DEBUG_TOURS', kind: 'extra', from: 17, until: 6 },
    ],
  },
  'search-service': {
    mappings: 28,
    drifts: [{ environment: 'staging', variable: 'SYNONYMS_FILE', kind: 'missing', from: 20, until: 13 }],
  },
  'notification-service': {
    mappings: 33,
    drifts: [{ environment: 'staging', variable: 'QUIET_HOURS', kind: 'changed', from: 27 }],
  },
  'accounts-service': { mappings: 38, drifts: [] },
  'login-service': {
    mappings: 22,
    drifts: [
      { environment: 'production', variable: 'SESSION_MAX_AGE', kind: 'changed', from: 45, until: 44 },
    ],
  },
}
