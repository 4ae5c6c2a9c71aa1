import type { Role, Scope } from '@svc/model'
import type { QueryClient } from '@tanstack/react-query'
import { ask, askInside } from './ask.ts'
import { endedSession } from './signed-in-fetch.ts'

export interface Session {
  readonly user: { readonly id: string; readonly email: string | null; readonly displayName: string | null }
  readonly organisation: { readonly id: string; readonly name: string }
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly sessionId: string
}

export const sessionKey = ['session'] as const

/** Whose things a tab shows; the same person may be in several organisations. */
export const personIn = ({ user, organisation }: Session): string => `${organisation.id}/${user.id}`

/**
 * Who is in. All tabs share a cookie, so that may be somebody else than a moment ago: then nothing that was read
 * or begun for the one before is shown or sent for them.
 */
export async function readSession(queries: QueryClient): Promise<Session> {
  const session = await ask<Session>('GET', '/auth/session')
  const before = queries.getQueryData<Session>(sessionKey)
  const isSame = before === undefined || personIn(before) === personIn(session)
  endedSession.settle(isSame)
  if (!isSame) forgetAnswers(queries)
  return session
}

export const forgetAnswers = (queries: QueryClient): void =>
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly organisationId?: string
}

export type SignedIn =
  | { readonly signedIn: true }
  | { readonly organisations: readonly { readonly id: string; readonly name: string }[] }

export const signIn = (given: Credentials): Promise<SignedIn> => ask('POST', '/auth/sign-in', given)

/** An identity provider that people may sign in with. */
export interface WayIn {
  readonly name: string
  readonly protocol: string
}

/** Those that are offered to people of a mail domain, or to everyone; only the domain is told, never the address. */
export const readWaysIn = (domain: string): Promise<{ readonly providers: readonly WayIn[] }> =>
  ask('POST', '/auth/ways-in', domain === '' ? {} : { domain })

/** How many access tokens of the person still work. */
export interface TokensLeft {
  readonly tokensLeft: number
}

export interface Leaving {
  readonly everywhere?: boolean
  readonly revokeTokens?: boolean
}

export const signOut = (given: Leaving): Promise<TokensLeft> => ask('POST', '/auth/sign-out', given)

export interface Link {
  readonly purpose: 'setup' | 'invitation'
  readonly email: string | null
  readonly displayName: string | null
  readonly organisationName: string
}

export const readLink = (link: string): Promise<Link> => ask('POST', '/auth/links/read', { link })

export interface Entering {
  readonly link: string
  readonly password: string
  readonly displayName?: string
  readonly organisationName?: string
}

export const enter = (given: Entering): Promise<{ readonly token: string | null }> =>
  ask('POST', '/auth/links/use', given)

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
  askInside('GET', '/auth/sessions')

export const endSession = (id: string): Promise<void> =>
  askInside('DELETE', `/auth/sessions/${encodeURIComponent(id)}`)

export interface NewPassword {
  readonly current: string
  readonly next: string
  readonly revokeTokens: boolean
}

export const changePassword = (given: NewPassword): Promise<TokensLeft> =>
  askInside('POST', '/auth/password', given)

export const renameOrganisation = (given: { readonly name: string }): Promise<Session['organisation']> =>
  askInside('PATCH', '/auth/organisation', given)

export const changeProfile = (given: { readonly displayName: string }): Promise<void> =>
  askInside('PATCH', '/auth/profile', given)
