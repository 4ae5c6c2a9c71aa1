import type { Role, Scope } from '@svc/model'
import type { QueryClient } from '@tanstack/react-query'
import { request, requestSignedIn } from './request.ts'
import { endedSession } from './signed-in-fetch.ts'

export interface Session {
  readonly user: { readonly id: string; readonly email: string | null; readonly displayName: string | null }
  readonly organisation: { readonly id: string; readonly name: string }
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly sessionId: string
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
  if (!isSame) clearCache(queries)
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

export const signIn = (given: Credentials): Promise<SignedIn> => request('POST', '/auth/sign-in', given)

/** An identity provider to sign in with. */
export interface SignInProvider {
  readonly name: string
  readonly protocol: string
}

/** The providers offered to people of a mail domain, or to everyone; only the domain is sent, never the address. */
export const readProviders = (domain: string): Promise<{ readonly providers: readonly SignInProvider[] }> =>
  request('POST', '/auth/ways-in', domain === '' ? {} : { domain })

/** How many access tokens of the person still work. */
export interface TokensLeft {
  readonly tokensLeft: number
}

export interface SignOutOptions {
  readonly everywhere?: boolean
  readonly revokeTokens?: boolean
}

export const signOut = (given: SignOutOptions): Promise<TokensLeft> =>
  request('POST', '/auth/sign-out', given)

export interface Link {
  readonly purpose: 'setup' | 'invitation'
  readonly email: string | null
  readonly displayName: string | null
  readonly organisationName: string
}

export const readLink = (link: string): Promise<Link> => request('POST', '/auth/links/read', { link })

export interface NewPerson {
  readonly link: string
  readonly password: string
  readonly displayName?: string
  readonly organisationName?: string
}

export const enter = (given: NewPerson): Promise<{ readonly token: string | null }> =>
  request('POST', '/auth/links/use', given)

export interface OpenSession {
  readonly id: string
  /** What the browser calls itself. */
  readonly agent: string | null
  readonly createdAt: string
  readonly usedAt: string
  readonly expiresAt: string
  readonly isCurrent: boolean
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
