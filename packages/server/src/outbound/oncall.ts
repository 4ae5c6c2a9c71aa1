export type OnCallProvider = 'pagerduty' | 'opsgenie'

export interface Shift {
  readonly name: string | null
  readonly email: string | null
  readonly startsAt: string | null
  readonly endsAt: string | null
}

/** What a provider is asked about: one of its schedules, or a service that it watches. */
export interface Watched {
  readonly what: 'schedule' | 'service'
  readonly id: string
}

/** What this product needs from an on-call provider: who is on call now, null for nobody. */
export interface OnCallSource {
  /** Asked with the credential that the partition's vault has for the provider. */
  whoIsOnCall(provider: OnCallProvider, watched: Watched, partitionId: string): Promise<Shift | null>
}
