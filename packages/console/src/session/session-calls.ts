import type { Role, Scope } from '@svc/model'
import type { QueryClient } from '@tanstack/react-query'
import type { SecondFactor, SecondStep } from './factors/factor-calls.ts'
import { request, requestSignedIn } from './request.ts'
import { endedSession, staleProof } from './signed-in-fetch.ts'

export interface Session {
  readonly user: { readonly id: string; readonly email: string | null; readonly displayName: string | null }
  readonly organisation: { readonly id: string; readonly name: string }
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly sessionId: string
  /** The organisation requires a second factor, and until they have one they can do nothing else. */
  readonly mustAddFactor: boolean
}

export const sessionKey = ['session'] as const

/** Whose data a tab shows; the same person may be in several organisations. */
export const personKey = ({ user, organisation }: Session): string => `${organisation.id}/${user.id}`

/**
 * Who is signed in. All tabs share a cookie, so that may be somebody else than a moment ago: then nothing that was
 * loaded or started for the previous person is shown or sent.
 */
export async function readSession(queries: QueryClient): Promise<Session> {
  const session = await request<Session>('GET', '/auth/session')
  const before = queries.getQueryData<Session>(sessionKey)
  const isSame = before === undefined || personKey(before) === personKey(session)
  endedSession.settle(isSame)
  if (!isSame) {
    staleProof.settle(false)
    clearCache(queries)
  }
  return session
}

export const clearCache = (queries: QueryClient): void =>
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly organisationId?: string
}

export type SignedIn =
  | { readonly signedIn: true }
  | { readonly organisations: readonly { readonly id: string; readonly name: string }[] }
  | SecondStep

export const signIn = (given: Credentials): Promise<SignedIn> => request('POST', '/auth/sign-in', given)

/** An identity provider to sign in with. */
export interface SignInProvider {
  readonly id: string
  readonly name: string
  readonly protocol: string
}

/** How people of a mail domain may come in. */
export interface WaysIn {
  readonly providers: readonly SignInProvider[]
  /** Whether a password is one of the ways. */
  readonly password: boolean
  /** Whether svc sends mail, so that people can ask for a new password themselves. */
  readonly resetByMail: boolean
}

/** For people of a mail domain, or for everyone; only the domain is sent, never the address. */
export const readWaysIn = (domain: string): Promise<WaysIn> =>
  request('POST', '/auth/ways-in', domain === '' ? {} : { domain })

/** The answer is the same whoever the address belongs to. */
export const askForReset = (email: string): Promise<void> => request('POST', '/auth/reset', { email })

/** How many access tokens of the person still work. */
export interface TokensLeft {
  readonly tokensLeft: number
}

export interface SignOutOptions {
  readonly everywhere?: boolean
  readonly revokeTokens?: boolean
}

export interface SignedOut extends TokensLeft {
  /** Where to sign out of the identity provider too. */
  readonly endSessionUrl?: string
}

export const signOut = (given: SignOutOptions): Promise<SignedOut> => request('POST', '/auth/sign-out', given)

export interface Link {
  readonly purpose: 'setup' | 'invitation' | 'recovery' | 'reset'
  readonly email: string | null
  readonly displayName: string | null
  readonly organisationName: string
}

export const readLink = (link: string): Promise<Link> => request('POST', '/auth/links/read', { link })

export interface NewPerson {
  readonly link: string
  readonly password: string
  readonly displayName?: string
  readonly email?: string
  readonly organisationName?: string
}

export const enter = (given: NewPerson): Promise<{ readonly token: string | null } | SecondStep> =>
  request('POST', '/auth/links/use', given)

export interface OpenSession {
  readonly id: string
  /** What the browser calls itself. */
  readonly agent: string | null
  readonly createdAt: string
  readonly usedAt: string
  readonly expiresAt: string
  readonly isCurrent: boolean
  /** How it was opened, what was shown besides a password, and from which network. */
  readonly method: 'password' | 'link' | 'recovery' | 'oidc' | 'saml' | 'passkey'
  readonly factor: SecondFactor | null
  readonly providerId: string | null
  readonly address: string | null
}

export const readSessions = (): Promise<{ readonly sessions: readonly OpenSession[] }> =>
  requestSignedIn('GET', '/auth/sessions')

export const endSession = (id: string): Promise<void> =>
  requestSignedIn('DELETE', `/auth/sessions/${encodeURIComponent(id)}`)

export interface NewPassword {
  readonly current: string
  readonly next: string
  readonly revokeTokens: boolean
}

export const changePassword = (given: NewPassword): Promise<TokensLeft> =>
  requestSignedIn('POST', '/auth/password', given)

export const renameOrganisation = (given: { readonly name: string }): Promise<Session['organisation']> =>
  requestSignedIn('PATCH', '/auth/organisation', given)

export const changeProfile = (given: { readonly displayName: string }): Promise<void> =>
  requestSignedIn('PATCH', '/auth/profile', given)
