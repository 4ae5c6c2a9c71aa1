import type { Kinds, Resource, Role } from '@svc/model'
import { askInside } from '../../../session/ask.ts'
import { shownUrl } from '../../../session/place.ts'

export type Member = Resource<Kinds['user']>

/** A member with the way in, which is shown once. */
export interface Invited {
  readonly user: Member
  readonly link: string
  readonly expiresAt: string
}

export interface Invitation {
  readonly email: string
  readonly role: Role
  readonly displayName?: string
}

export const inviteMember = (given: Invitation): Promise<Invited> => askInside('POST', '/auth/members', given)

export const linkForMember = (id: string): Promise<Invited> =>
  askInside('POST', `/auth/members/${encodeURIComponent(id)}/link`)

export const changeMember = (
  id: string,
  changes: { readonly role?: Role; readonly isActive?: boolean },
): Promise<Member> => askInside('PATCH', `/auth/members/${encodeURIComponent(id)}`, changes)

/** Behind the #, where no server and no log ever sees it. */
export const joinAddress = (link: string): string => `${shownUrl}/join#${link}`
