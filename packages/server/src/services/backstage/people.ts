import type { Entity } from './entity.ts'
import { type Mapper, refsIn } from './mapper.ts'
import type { State } from './state.ts'
import { isPlain, textOf } from './values.ts'

export interface People {
  /** Members of the organisation by a user's reference. */
  readonly members: ReadonlyMap<string, string>
  /** Why a user was not matched, by reference. */
  readonly unmatched: ReadonlyMap<string, string>
}

/** An import never creates users: they are matched to members by e-mail address, or left out. */
export function matchPeople(users: readonly Entity[], state: State): People {
  const members = new Map<string, string>()
  const unmatched = new Map<string, string>()
  for (const { ref, spec } of users) {
    const email = isPlain(spec.profile) ? textOf(spec.profile.email) : undefined
    const member = email === undefined ? undefined : state.memberByEmail(email)
    if (member?.isActive) members.set(ref, member.id)
    else unmatched.set(ref, reasonUnmatched(email, member !== undefined))
  }
  return { members, unmatched }
}

function reasonUnmatched(email: string | undefined, isDeactivated: boolean): string {
  if (email === undefined) return 'it has no e-mail address to match with a member'
  return isDeactivated
    ? 'the member with its e-mail address is deactivated'
    : 'no member of the organisation has its e-mail address: add them with "svc user add"'
}

/** The users that name a group themselves. */
export function usersByGroup(
  users: readonly Entity[],
  mapper: Mapper,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const user of users) {
    for (const group of refsIn(user, 'memberOf', 'group', mapper)) {
      const named = found.get(group)
      if (named) named.push(user.ref)
      else found.set(group, [user.ref])
    }
  }
  return found
}
