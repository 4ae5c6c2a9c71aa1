import { CatalogError, type Kinds, kinds, type Role, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { endGrants } from '../../store/queries/program-grants.ts'
import { removeSessions } from '../../store/queries/sign-in.ts'
import { type Caller, notFound } from '../context.ts'
import { endGrantOf } from '../oauth/own-grants.ts'
import { changeMember, insertUser } from '../identity/members.ts'
import type { Outbox } from '../mail/outbox.ts'
import { decidingDomain, doorFor } from '../sso/enforcement.ts'
import { policyFor } from '../../store/queries/sso-policy.ts'
import { refuseManaged } from '../scim/managed.ts'
import { makeLink } from './links.ts'

type User = Stored<Kinds['user']>

export interface Invitation {
  readonly email: string
  readonly role: Role
  readonly displayName?: string | undefined
}

/** Nobody can grant a role above their own. */
function refuseBeyond(
  { role }: Caller,
  wanted: Role,
  message = 'Only owners can make someone an owner.',
): void {
  if (wanted !== 'owner' || role === 'owner') return
  throw new CatalogError('forbidden', message)
}

export interface Invited {
  readonly user: User
  readonly link: string
  readonly expiresAt: string
  /** Whether the link is sent by mail too. */
  readonly isMailed: boolean
}

/** A new member, and their invitation link. */
export async function invite(
  change: Change,
  caller: Caller,
  { email, role, displayName }: Invitation,
  outbox: Outbox,
): Promise<Invited> {
  refuseBeyond(caller, role)
  const user = await insertUser(change, { email, role, name: displayName ?? null })
  return { user, ...(await linkFor(change, user, outbox)) }
}

/** A new link for an existing member: for a lost invitation or a forgotten password. */
export async function inviteAgain(
  change: Change,
  caller: Caller,
  userId: string,
  outbox: Outbox,
): Promise<Invited> {
  const user = await memberOf(change, userId)
  refuseBeyond(caller, user.role ?? 'viewer')
  if (!user.isActive)
    throw new CatalogError(
      'invalid_request',
      'This member is deactivated and cannot be invited. Activate them first.',
    )
  return { user, ...(await linkFor(change, user, outbox)) }
}

async function linkFor(change: Change, { id, email }: User, outbox: Outbox) {
  const { secret, expiresAt } = await makeLink(change, {
    homeId: change.partitionId,
    userId: id,
    purpose: 'invitation',
    at: new Date(change.at),
  })
  await change.log('user.invited', { kind: kinds.user.name, id }, null, null)
  const isMailed =
    email !== null &&
    (await mayUseLinks(change, { id, email })) &&
    (await outbox.put(change, { purpose: 'invitation', recipient: email, subjectId: id, secret, expiresAt }))
  return { link: secret, expiresAt, isMailed }
}

/** A link that the organisation's rules would refuse is not sent. */
async function mayUseLinks(change: Change, { id, email }: { id: string; email: string }): Promise<boolean> {
  const policy = await change.run(policyFor, change.partitionId, decidingDomain(email))
  return doorFor(policy, id) !== 'closed'
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
  await refuseManaged(change, user, changes)
  return changeMember(change, user, changes)
}

/** Ends all sessions of a member, in every process, and signs their programs out. How many sessions there were. */
export async function endSessionsOfMember(change: Change, caller: Caller, userId: string): Promise<number> {
  const user = await memberOf(change, userId)
  refuseBeyond(caller, user.role ?? 'viewer', 'Only owners can end the sessions of an owner.')
  const ended = await removeSessions(change, { userId })
  const programs = await endGrants(change, { userId })
  if (ended + programs > 0)
    await change.log('user.sessions_ended', { kind: kinds.user.name, id: userId }, null, {
      count: ended,
      programs,
    })
  return ended
}

/** Ends one of a member's sessions, in every process. */
export async function endSessionOfMember(
  change: Change,
  caller: Caller,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  const user = await memberOf(change, userId)
  refuseBeyond(caller, user.role ?? 'viewer', 'Only owners can end the sessions of an owner.')
  if ((await removeSessions(change, { userId, only: sessionId })) === 0)
    throw new CatalogError('not_found', `The member has no session ${JSON.stringify(sessionId)}.`)
  await change.log('user.sessions_ended', { kind: kinds.user.name, id: userId }, null, {
    count: 1,
    programs: 0,
  })
}

/** Signs one of a member's programs out, in every process. */
export async function endGrantOfMember(
  change: Change,
  caller: Caller,
  { userId, grantId }: { readonly userId: string; readonly grantId: string },
): Promise<void> {
  const user = await memberOf(change, userId)
  refuseBeyond(caller, user.role ?? 'viewer', 'Only owners can sign out the programs of an owner.')
  await endGrantOf(change, userId, grantId)
}

/** People can change their own name, whatever their role. */
export async function renameSelf(change: Change, { actor }: Caller, displayName: string): Promise<User> {
  const user = await memberOf(change, actor.id ?? '')
  await refuseManaged(change, user, { displayName })
  return changeMember(change, user, { displayName })
}

async function memberOf(change: Change, id: string): Promise<User> {
  const stored = await change.find(kinds.user, id)
  if (!stored) throw notFound(kinds.user, id)
  return stored.record as User
}
