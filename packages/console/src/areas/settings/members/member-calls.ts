import type { Kinds, Resource, Role } from '@svc/model'
import type { LinkedIdentity } from '../../../session/identity-calls.ts'
import type { ProgramGrant } from '../../../session/program-calls.ts'
import { requestSignedIn } from '../../../session/request.ts'
import type { OpenSession } from '../../../session/session-calls.ts'
import { shownUrl } from '../../../session/base-path.ts'

export type Member = Resource<Kinds['user']>

/** A member with their sign-in link, which is shown once. */
export interface Invited {
  readonly user: Member
  readonly link: string
  readonly expiresAt: string
  /** Whether it is sent by mail too. */
  readonly isMailed: boolean
}

export interface Invitation {
  readonly email: string
  readonly role: Role
  readonly displayName?: string
}

export const inviteMember = (given: Invitation): Promise<Invited> =>
  requestSignedIn('POST', '/auth/members', given)

export const linkForMember = (id: string): Promise<Invited> =>
  requestSignedIn('POST', `/auth/members/${encodeURIComponent(id)}/link`)

export const changeMember = (
  id: string,
  changes: { readonly role?: Role; readonly isActive?: boolean },
): Promise<Member> => requestSignedIn('PATCH', `/auth/members/${encodeURIComponent(id)}`, changes)

/** A mail that has not arrived. */
export interface TroubledMail {
  readonly recipient: string
  readonly error: string | null
  readonly createdAt: string
  /** Null if svc has given up. */
  readonly nextAttemptAt: string | null
}

/** Whether svc sends mail, and what has not arrived lately. */
export const readMailState = (): Promise<{
  readonly isOn: boolean
  readonly troubled: readonly TroubledMail[]
}> => requestSignedIn('GET', '/auth/mail')

const ofMember = (id: string): string => `/auth/members/${encodeURIComponent(id)}`

export const readSessionsOf = (id: string): Promise<{ readonly sessions: readonly OpenSession[] }> =>
  requestSignedIn('GET', `${ofMember(id)}/sessions`)

export const readGrantsOf = (id: string): Promise<{ readonly grants: readonly ProgramGrant[] }> =>
  requestSignedIn('GET', `${ofMember(id)}/grants`)

export const readIdentitiesOf = (id: string): Promise<{ readonly identities: readonly LinkedIdentity[] }> =>
  requestSignedIn('GET', `${ofMember(id)}/identities`)

export const endSessionOf = (id: string, sessionId: string): Promise<void> =>
  requestSignedIn('DELETE', `${ofMember(id)}/sessions/${encodeURIComponent(sessionId)}`)

export const endGrantOf = (id: string, grantId: string): Promise<void> =>
  requestSignedIn('DELETE', `${ofMember(id)}/grants/${encodeURIComponent(grantId)}`)

/** Programs too. Says how many sessions there were. */
export const endSessionsOf = (id: string): Promise<{ readonly ended: number }> =>
  requestSignedIn('DELETE', `/auth/members/${encodeURIComponent(id)}/sessions`)

/** After the #, so that it never reaches a server or a log. */
export const joinAddress = (link: string): string => `${shownUrl}/join#${link}`
