import { CatalogError, type Kinds, kinds, type Role, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { memberIdWithAddress } from '../../store/queries/member-address.ts'
import { endGrants } from '../../store/queries/program-grants.ts'
import { removeLinks, removeSessions } from '../../store/queries/sign-in.ts'
import type { StoredRecord } from '../../store/table.ts'
import { notFound } from '../context.ts'
import { noteDefaultRole } from '../group-mappings/default-role.ts'
import { recompute } from '../group-mappings/recompute.ts'
import { draftOf } from '../records/draft.ts'
import { newId } from '../ids.ts'
import { memberChanged } from '../oncall/member-changed.ts'
import { noteActivity } from '../scim/activity.ts'
import { resetFactors } from '../sign-in/factors/own-factors.ts'
import { makeLink } from '../sign-in/links.ts'
import { policyFor } from '../../store/queries/sso-policy.ts'
import { decidingDomain, doorFor } from '../sso/enforcement.ts'
import { stillNeeded } from '../sso/requirement.ts'
import { lowered } from './email.ts'
import { inHome } from './operator.ts'
import { revokeTokens } from './own-tokens.ts'

type User = Stored<Kinds['user']>

export interface NewUser {
  /** Null for whom a directory names without an address. */
  readonly email: string | null
  readonly role: Role
  readonly name: string | null
  /** Whether nobody chose that role for them, so that mappings of groups may give a lower one too. */
  readonly isDefaultRole?: boolean | undefined
}

export async function addUser(store: Store, organisationId: string, user: NewUser): Promise<User> {
  return inHome(store, organisationId, async (change) => insertUser(change, user))
}

export async function changeUser(
  store: Store,
  { organisationId, email }: { readonly organisationId: string; readonly email: string },
  changes: Partial<Pick<User, 'role' | 'isActive'>>,
  options: ChangeMemberOptions = {},
): Promise<User> {
  return inHome(store, organisationId, async (change) => {
    const { record } = await userByEmail(change, email)
    return changeMember(change, record as User, changes, options)
  })
}

interface ChangeMemberOptions {
  /** Even if required SSO needs them: for the operator, who can let anyone in from the machine itself. */
  readonly evenIfNeeded?: boolean | undefined
}

export async function changeMember(
  change: Change,
  { id }: User,
  changes: Partial<User>,
  { evenIfNeeded = false }: ChangeMemberOptions = {},
): Promise<User> {
  const stored = await change.find(kinds.user, id)
  if (!stored) throw notFound(kinds.user, id)
  const next = { ...(stored.record as User), ...changes, updatedAt: change.at }
  await keepAnOwner(change, stored.record as User, next)
  const refusal = await stillNeeded(change, kinds.user, stored.record, next)
  if (refusal && !evenIfNeeded) throw refusal
  if (!next.isActive) {
    // So that no old access comes back if they are reactivated.
    await removeSessions(change, { userId: id })
    await endGrants(change, { userId: id })
    await change.run(removeLinks, change.partitionId, id)
    await revokeTokens(change, id)
  }
  if (next.isActive !== stored.record.isActive) await noteActivity(change, id, next.isActive)
  await memberChanged(change, next)
  const user = (await change.update(kinds.user, stored, next)).record as User
  // What happens in spite of a requirement has to be noticed.
  if (refusal)
    await change.log('user.change_forced', { kind: kinds.user.name, id }, null, { reason: refusal.message })
  if (user.isActive && stored.record.isActive !== true) await recompute(change, [id])
  return user
}

interface LinkRequest {
  readonly organisationId: string
  readonly email: string
  /** Even if the organisation requires an identity provider. */
  readonly evenIfRequired?: boolean | undefined
}

/** For members who are locked out, or only have a token that the operator chose: a link to choose a password. */
export async function issueLink(
  store: Store,
  { organisationId, email, evenIfRequired = false }: LinkRequest,
): Promise<{ readonly userId: string; readonly link: string; readonly expiresAt: string }> {
  return inHome(store, organisationId, async (change) => {
    const { id, isActive } = (await userByEmail(change, email)).record as User
    if (!isActive) throw new CatalogError('invalid_request', `${email} is deactivated. Activate them first.`)
    const policy = await change.run(policyFor, change.partitionId, decidingDomain(email))
    const isRequired = doorFor(policy, id) === 'closed'
    if (isRequired && !evenIfRequired)
      throw new CatalogError('still_needed', `${email} must sign in through the identity provider.`)
    const { secret, expiresAt } = await makeLink(change, {
      homeId: change.partitionId,
      userId: id,
      purpose: isRequired ? 'recovery' : 'invitation',
      at: new Date(change.at),
    })
    const after = isRequired ? { recovery: true } : null
    await change.log('user.invited', { kind: kinds.user.name, id }, null, after)
    return { userId: id, link: secret, expiresAt }
  })
}

/** For members who have lost every second factor: only the operator can let them in without one. */
export async function resetUserFactors(
  store: Store,
  { organisationId, email }: { readonly organisationId: string; readonly email: string },
): Promise<{ readonly userId: string; readonly hadFactors: boolean }> {
  return inHome(store, organisationId, async (change) => {
    const userId = String((await userByEmail(change, email)).record.id)
    return { userId, hadFactors: await resetFactors(change, userId) }
  })
}

export async function insertUser(change: Change, user: NewUser): Promise<User> {
  // Addresses are compared in lower case, so that nobody is a member twice.
  const email = user.email === null ? null : lowered(user.email)
  const existing = email === null ? undefined : await memberWith(change, email)
  if (existing) throw new CatalogError('duplicate', `${email} is already a member: ${existing.id}.`)
  return insertNewUser(change, { ...user, email })
}

/** The same of somebody whose address, as it is stored, is known to be nobody else's. */
export async function insertNewUser(
  change: Change,
  { email, role, name, isDefaultRole = false }: NewUser,
): Promise<User> {
  const draft = draftOf(kinds.user, { email, role, displayName: name }, { id: newId('usr'), at: change.at })
  // Before anything is written, which would have to be sent for this to see it.
  await memberChanged(change, { id: String(draft.next.id), email })
  const user = (await change.insert(kinds.user, draft.next)).record as User
  if (isDefaultRole) await noteDefaultRole(change, user.id, role)
  return user
}

/** By the address as it is stored. */
export async function memberWith(change: Change, email: string): Promise<User | undefined> {
  const id = await change.run(memberIdWithAddress, change.partitionId, email)
  const stored = id === undefined ? undefined : await change.find(kinds.user, id)
  return stored?.record as User | undefined
}

export async function userByEmail(change: Change, email: string): Promise<StoredRecord> {
  const [stored] = await change.list(kinds.user, {
    where: [{ field: 'email', in: [email, lowered(email)] }],
    limit: 1,
  })
  if (!stored) throw new CatalogError('not_found', `No member has the e-mail address ${email}.`)
  return stored
}

async function keepAnOwner(change: Change, before: User, next: User): Promise<void> {
  const wasOwner = before.role === 'owner' && before.isActive
  if (!wasOwner || (next.role === 'owner' && next.isActive)) return
  const owners = await change.list(kinds.user, {
    where: [
      { field: 'role', is: 'owner' },
      { field: 'isActive', is: true },
    ],
    limit: 2,
  })
  if (owners.length > 1) return
  throw new CatalogError(
    'invalid_request',
    `${before.email} is the only active owner. Make someone else an owner first.`,
  )
}
