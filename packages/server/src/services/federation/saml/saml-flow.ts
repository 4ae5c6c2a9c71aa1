import type { JsonObject } from '../../identity-providers/fetch-json.ts'
import type { GuardedFetch } from '../../../outbound/guarded-fetch.ts'
import type { Store } from '../../../store/open.ts'
import type { Site } from '../../site.ts'
import type { Sealer } from '../../webhooks/sealer.ts'
import type { Assertion } from '../assertion.ts'
import type { InSession } from '../in-session.ts'
import type { ProviderDemand } from '../provider-demand.ts'
import type { Refused } from '../refused.ts'

/** What is remembered of a sign-in is found by what the provider answers, and then by what the browser brings. */
export const purposes = { asked: 'saml', answered: 'saml answered' } as const

/** What is remembered of a sign-in while the person is at the provider. */
export interface Asked {
  readonly returnTo: string
  readonly fingerprint: string
  /** Whether the person was asked to prove again who they are. */
  readonly isAgain: boolean
  /** Set where somebody who is signed in already wants something else than a new session. */
  readonly inSession?: InSession | undefined
}

/** What is remembered of an answer until the browser that asked comes for it. */
export interface Answered extends Pick<Asked, 'returnTo' | 'fingerprint' | 'inSession'> {
  readonly said: Said | Pick<Refused, 'code' | 'message'>
}

/** Who the person is; and all that was said of them, where somebody wants to see it. */
interface Said {
  readonly assertion: Assertion
  readonly claims: JsonObject
}

export interface SamlTools {
  readonly store: Store
  readonly now: () => Date
  readonly site: Site
  readonly fetch: GuardedFetch
  readonly demand: ProviderDemand
  readonly samlSealer: Sealer
  /** Whether a provider's metadata may be read before it is due; asked at most once for each reading. */
  readonly mayReadAgain: (providerId: string) => boolean
}
