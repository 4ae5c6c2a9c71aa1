import { CatalogError, type Kinds, kinds, type Role, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { type Caller, notFound } from '../context.ts'
import { changeMember, insertUser } from '../identity/members.ts'
import { makeLink } from './links.ts'

type User = Stored<Kinds['user']>

export interface Invitation {
  readonly email: string
  readonly role: Role
  readonly displayName?: string | undefined
}

/** Nobody can grant a role above their own. */
function refuseBeyond({ role }: Caller, wanted: Role): void {
  if (wanted !== 'owner' || role === 'owner') return
  throw new CatalogError('forbidden', 'Only owners can make someone an owner.')
}

/** A new member, and their invitation link. */
export async function invite(
  change: Change,
  caller: Caller,
  { email, role, displayName }: Invitation,
): Promise<{ readonly user: User; readonly link: string; readonly expiresAt: string }> {
  refuseBeyond(caller, role)
  const user = await insertUser(change, { email: email.toLowerCase(), role, name: displayName ?? null })
  return { user, ...(await linkFor(change, user)) }
}

/** A new link for an existing member: for a lost invitation or a forgotten password. */
export async function inviteAgain(
  change: Change,
  caller: Caller,
  userId: string,
): Promise<{ readonly user: User; readonly link: string; readonly expiresAt: string }> {
  const user = await memberOf(change, userId)
  refuseBeyond(caller, user.role ?? 'viewer')
  if (!user.isActive)
    throw new CatalogError(
      'invalid_request',
      'This member is deactivated and cannot be invited. Activate them first.',
    )
  return { user, ...(await linkFor(change, user)) }
}

async function linkFor(change: Change, { id }: User) {
  const { secret, expiresAt } = await makeLink(change, {
    homeId: change.partitionId,
    userId: id,
    purpose: 'invitation',
    at: new Date(change.at),
  })
  await change.log('user.invited', { kind: kinds.user.name, id }, null, null)
  return { link: secret, expiresAt }
}

export async function editMember(
  change: Change,
  caller: Caller,
  userId: string,
  changes: Partial<Pick<User, 'role' | 'isActive' | 'displayName'>>,
): Promise<User> {
  const user = await memberOf(change, userId)
  // Only owners can grant or revoke ownership.
  refuseBeyond(caller, user.role ?? 'viewer')
  if (changes.role) refuseBeyond(caller, changes.role)
  return changeMember(change, user, changes)
}

/** People can change their own name, whatever their role. */
export async function renameSelf(change: Change, { actor }: Caller, displayName: string): Promise<User> {
  return changeMember(change, await memberOf(change, actor.id ?? ''), { displayName })
}

async function memberOf(change: Change, id: string): Promise<User> {
  const stored = await change.find(kinds.user, id)
  if (!stored) throw notFound(kinds.user, id)
  return stored.record as User
}
