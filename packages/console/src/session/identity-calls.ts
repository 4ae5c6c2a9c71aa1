import { requestSignedIn } from './request.ts'

/** Who the person is at an identity provider. */
export interface LinkedIdentity {
  readonly providerId: string
  readonly providerName: string
  /** As the provider said last. */
  readonly email: string | null
  readonly linkedAt: string
  readonly usedAt: string
}

export interface Identities {
  readonly identities: readonly LinkedIdentity[]
  /** The providers where they can still say who they are. */
  readonly linkable: readonly { readonly id: string; readonly name: string }[]
}

export const readIdentities = (): Promise<Identities> => requestSignedIn('GET', '/auth/identities')

/** Answers where to go: to the provider, and from there back to the account. */
export const startLink = (providerId: string): Promise<{ readonly location: string }> =>
  requestSignedIn('POST', '/auth/identities', { providerId })

export const unlink = (providerId: string): Promise<void> =>
  requestSignedIn('DELETE', `/auth/identities/${encodeURIComponent(providerId)}`)
