import { UpstreamError } from './errors.ts'

export type OnCallProvider = 'pagerduty' | 'opsgenie'

export interface Shift {
  readonly name: string | null
  readonly email: string | null
  readonly startsAt: string | null
  readonly endsAt: string | null
}

/** What this product needs from an on-call provider: who is on call for a schedule now, null for nobody. */
export interface OnCallSource {
  whoIsOnCall(provider: OnCallProvider, scheduleId: string): Promise<Shift | null>
}

const names = { pagerduty: 'PagerDuty', opsgenie: 'Opsgenie' } as const satisfies Record<
  OnCallProvider,
  string
>

/** The source of an organisation that has given no credential for any provider. */
export const withoutCredentials: OnCallSource = {
  whoIsOnCall: async (provider) => {
    throw new UpstreamError(
      'connection',
      `There is no ${names[provider]} credential in the vault to ask with.`,
    )
  },
}
