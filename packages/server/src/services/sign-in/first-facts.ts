import { CatalogError, type Kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { lowered } from '../identity/email.ts'
import { changeMember, memberWith } from '../identity/members.ts'

type User = Stored<Kinds['user']>

interface FirstFacts {
  readonly displayName?: string | undefined
  readonly email?: string | undefined
}

/** Who somebody says that they are when they first come in. Only whoever sets svc up chooses their address, too. */
export async function takeFirstFacts(change: Change, user: User, facts: FirstFacts): Promise<User> {
  const email = facts.email === undefined ? user.email : lowered(facts.email)
  const displayName = facts.displayName ?? user.displayName
  if (email === user.email && displayName === user.displayName) return user
  const existing = email === null || email === user.email ? undefined : await memberWith(change, email)
  if (existing)
    throw new CatalogError('invalid_request', `${email} is already a member.`, {
      details: [{ path: 'email', message: 'is already the address of a member' }],
    })
  return changeMember(change, user, { email, displayName })
}
