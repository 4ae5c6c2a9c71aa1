export type OnCallProvider = 'pagerduty' | 'opsgenie'

export interface Shift {
  readonly name: string | null
  readonly email: string | null
  readonly startsAt: string | null
  readonly endsAt: string | null
}

/** What this product needs from an on-call provider: who is on call for a schedule now, null for nobody. */
export interface OnCallSource {
  /** Asked with the credential that the partition's vault has for the provider. */
  whoIsOnCall(provider: OnCallProvider, scheduleId: string, partitionId: string): Promise<Shift | null>
}
