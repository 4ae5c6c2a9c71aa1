import { CatalogError, type Kinds, kinds, type Role, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { removeLinks, removeSessions } from '../../store/queries/sign-in.ts'
import type { StoredRecord } from '../../store/table.ts'
import { notFound } from '../context.ts'
import { draftOf } from '../records/draft.ts'
import { newId } from '../ids.ts'
import { memberChanged } from '../oncall/member-changed.ts'
import { makeLink } from '../sign-in/links.ts'
import { keepRequirements } from '../sso/requirement.ts'
import { inHome } from './operator.ts'

type User = Stored<Kinds['user']>

export interface NewUser {
  readonly email: string
  readonly role: Role
  readonly name: string | null
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
  if (!evenIfNeeded) await keepRequirements(change, kinds.user, stored.record, next)
  if (!next.isActive) {
    // So that no old access comes back if they are reactivated.
    await removeSessions(change, { userId: id })
    await change.run(removeLinks, change.partitionId, id)
  }
  await memberChanged(change, next)
  return (await change.update(kinds.user, stored, next)).record as User
}

/** For members who are locked out, or only have a token that the operator chose: a link to choose a password. */
export async function issueLink(
  store: Store,
  { organisationId, email }: { readonly organisationId: string; readonly email: string },
): Promise<{ readonly userId: string; readonly link: string; readonly expiresAt: string }> {
  return inHome(store, organisationId, async (change) => {
    const { id, isActive } = (await userByEmail(change, email)).record as User
    if (!isActive) throw new CatalogError('invalid_request', `${email} is deactivated. Activate them first.`)
    const { secret, expiresAt } = await makeLink(change, {
      homeId: change.partitionId,
      userId: id,
      purpose: 'invitation',
      at: new Date(change.at),
    })
    await change.log('user.invited', { kind: kinds.user.name, id }, null, null)
    return { userId: id, link: secret, expiresAt }
  })
}

export async function insertUser(change: Change, { email, role, name }: NewUser): Promise<User> {
  const [existing] = await change.list(kinds.user, { where: [{ field: 'email', is: email }], limit: 1 })
  if (existing) throw new CatalogError('duplicate', `${email} is already a member: ${existing.record.id}.`)
  const draft = draftOf(kinds.user, { email, role, displayName: name }, { id: newId('usr'), at: change.at })
  const user = (await change.insert(kinds.user, draft.next)).record as User
  await memberChanged(change, user)
  return user
}

export async function userByEmail(change: Change, email: string): Promise<StoredRecord> {
  const [stored] = await change.list(kinds.user, { where: [{ field: 'email', is: email }], limit: 1 })
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
