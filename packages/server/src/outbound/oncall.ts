import type { CredentialOf, OnCallProvider, oncallProviders } from '@svc/model'
import type { UpstreamClient } from './upstream-client.ts'

export interface Shift {
  readonly name: string | null
  readonly email: string | null
  readonly startsAt: string | null
  readonly endsAt: string | null
}

/** What a provider is asked about: one of its schedules or services. */
export interface Watched {
  readonly what: 'schedule' | 'service'
  readonly id: string
}

/** How one provider is asked who is on call now: null for nobody. */
export type OnCallClient<P extends OnCallProvider> = UpstreamClient<
  CredentialOf<(typeof oncallProviders)[P]>,
  Watched,
  Shift | null
>

/** What this product needs from on-call providers: who is on call now, null for nobody. */
export interface OnCallSource {
  /** Asked with the credential that the partition's vault has for the provider. */
  whoIsOnCall(provider: OnCallProvider, watched: Watched, partitionId: string): Promise<Shift | null>
}
