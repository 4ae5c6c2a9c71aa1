import { CatalogError, type Kinds, kinds, type Mode, type Role, type Scope, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import {
  findOrganisation,
  insertOrganisation,
  listOrganisations,
  type Organisation,
  partitionsOf,
} from '../../store/organisations.ts'
import { removeLinks, removeSessions } from '../../store/sign-in.ts'
import type { Held } from '../../store/table.ts'
import { changeWithin } from '../../store/writer.ts'
import { notFound } from '../context.ts'
import { draftOf } from '../draft.ts'
import { newId } from '../ids.ts'
import { makeLink } from '../sign-in/links.ts'
import { keepStanding } from '../sso/requirement.ts'
import { insertCredential } from './credentials.ts'

/** What an operator does with organisations and their members, from the machine itself. */

type User = Stored<Kinds['user']>

const operator = { type: 'system', id: null, name: 'svc' } as const

export interface NewOrganisation {
  readonly name: string
  readonly ownerEmail: string
  /** The owner's first token, where the operator has chosen it. */
  readonly token?: string | undefined
  /** Make it only if there is none yet. */
  readonly onlyFirst?: boolean
  /** For a token that is printed: it ends after a day, and sooner when the owner has chosen a password. */
  readonly isTokenProvisional?: boolean
}

const provisionalMs = 86_400_000

export interface CreatedOrganisation {
  readonly organisationId: string
  readonly userId: string
  readonly token: string
  /** What the owner chooses a password with, once. */
  readonly setupLink: string
}

export async function createOrganisation(
  store: Store,
  { name, ownerEmail, token, onlyFirst = false, isTokenProvisional = false }: NewOrganisation,
): Promise<CreatedOrganisation | undefined> {
  const { engine } = store
  const id = newId('org')
  return engine.transaction(async (tx) => {
    // Several processes may start on the same empty database: only one of them makes the first organisation.
    await engine.lockSchema(tx)
    if (onlyFirst && (await listOrganisations(tx)).length > 0) return undefined
    await insertOrganisation(tx, { id, name, at: new Date().toISOString() })
    const request = { partitionId: partitionsOf(id).home, actor: operator, now: () => new Date() }
    return changeWithin(engine, tx, request, async (change) => {
      const user = await insertUser(change, {
        email: ownerEmail,
        role: 'owner',
        name: ownerEmail.split('@')[0] ?? ownerEmail,
      })
      const settings = draftOf(kinds.ssoSettings, {}, { id: newId('sso'), at: change.at })
      await change.insert(kinds.ssoSettings, settings.next)
      const provisional = {
        expiresAt: new Date(Date.parse(change.at) + provisionalMs).toISOString(),
      }
      const made = await insertCredential(change, kinds.token, {
        input: {
          name: 'first token',
          scopes: ['read', 'write', 'admin'],
          ...(isTokenProvisional && provisional),
        },
        endsWithSetup: isTokenProvisional,
        mode: 'live',
        userId: user.id,
        ...(token !== undefined && { secret: token }),
      })
      const link = { homeId: request.partitionId, userId: user.id, purpose: 'setup' } as const
      const { secret: setupLink } = await makeLink(change.sql, { ...link, at: new Date(change.at) })
      return { organisationId: id, userId: user.id, token: made.secret, setupLink }
    })
  })
}

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
  /** Though required SSO needs them: for the operator, who can let anyone in from the machine itself. */
  readonly evenIfNeeded?: boolean | undefined
}

export async function changeMember(
  change: Change,
  { id }: User,
  changes: Partial<User>,
  { evenIfNeeded = false }: ChangeMemberOptions = {},
): Promise<User> {
  const held = await change.find(kinds.user, id)
  if (!held) throw notFound(kinds.user, id)
  const next = { ...(held.record as User), ...changes, updatedAt: change.at }
  await keepAnOwner(change, held.record as User, next)
  if (!evenIfNeeded) await keepStanding(change, kinds.user, held.record, next)
  if (!next.isActive) {
    // So that nothing of the past comes back with them, should they become active again.
    await removeSessions(change, { userId: id })
    await removeLinks(change.sql, change.partitionId, id)
  }
  return (await change.update(kinds.user, held, next)).record as User
}

/** For who is locked out, or came by a token that the operator had chosen: a link to choose a password with. */
export async function issueLink(
  store: Store,
  { organisationId, email }: { readonly organisationId: string; readonly email: string },
): Promise<{ readonly userId: string; readonly link: string; readonly expiresAt: string }> {
  return inHome(store, organisationId, async (change) => {
    const { id, isActive } = (await userByEmail(change, email)).record as User
    if (!isActive) throw new CatalogError('invalid_request', `${email} is deactivated; activate them first.`)
    const { secret, expiresAt } = await makeLink(change.sql, {
      homeId: change.partitionId,
      userId: id,
      purpose: 'invitation',
      at: new Date(change.at),
    })
    await change.log('user.invited', { kind: kinds.user.name, id }, null, null)
    return { userId: id, link: secret, expiresAt }
  })
}

export interface IssuedToken {
  readonly organisationId: string
  readonly email: string
  readonly mode: Mode
  readonly scopes: readonly Scope[]
  readonly name: string
  readonly expiresAt: string | null
}

export async function issueToken(
  store: Store,
  { organisationId, email, mode, ...input }: IssuedToken,
): Promise<{ id: string; token: string }> {
  return inHome(store, organisationId, async (change) => {
    const { record } = await userByEmail(change, email)
    const made = await insertCredential(change, kinds.token, { input, mode, userId: String(record.id) })
    return { id: String(made.record.id), token: made.secret }
  })
}

export async function issueKey(
  store: Store,
  { organisationId, mode, ...input }: Omit<IssuedToken, 'email'>,
): Promise<{ id: string; key: string }> {
  return inHome(store, organisationId, async (change) => {
    const made = await insertCredential(change, kinds.apiKey, { input, mode })
    return { id: String(made.record.id), key: made.secret }
  })
}

export async function revoke(
  store: Store,
  organisationId: string,
  kind: Kinds['token'] | Kinds['apiKey'],
  id: string,
): Promise<void> {
  await inHome(store, organisationId, async (change) => {
    const held = await change.find(kind, id)
    if (!held) throw new CatalogError('not_found', `There is no ${kind.noun} ${id} in ${organisationId}.`)
    await change.remove(kind, held)
  })
}

export async function listCredentials(
  store: Store,
  organisationId: string,
  kind: Kinds['token'] | Kinds['apiKey'],
): Promise<readonly Held[]> {
  return store.records((await organisation(store, organisationId)).home).list(kind, { where: [] })
}

async function inHome<T>(
  store: Store,
  organisationId: string,
  run: (change: Change) => Promise<T>,
): Promise<T> {
  const { home } = await organisation(store, organisationId)
  return store.write({ partitionId: home, actor: operator, now: () => new Date() }, run)
}

export async function organisation(store: Store, id: string): Promise<Organisation> {
  const found = await findOrganisation(store.engine.reader, id)
  if (found) return found
  const known = (await listOrganisations(store.engine.reader))
    .map((one) => `${one.id} (${one.name})`)
    .join(', ')
  throw new CatalogError('not_found', `There is no organisation ${id}. There is: ${known || 'none yet'}.`)
}

export async function insertUser(change: Change, { email, role, name }: NewUser): Promise<User> {
  const [twin] = await change.list(kinds.user, { where: [{ field: 'email', is: email }], limit: 1 })
  if (twin) throw new CatalogError('duplicate', `${email} is a member already: ${twin.record.id}.`)
  const draft = draftOf(kinds.user, { email, role, displayName: name }, { id: newId('usr'), at: change.at })
  return (await change.insert(kinds.user, draft.next)).record as User
}

async function userByEmail(change: Change, email: string): Promise<Held> {
  const [held] = await change.list(kinds.user, { where: [{ field: 'email', is: email }], limit: 1 })
  if (!held) throw new CatalogError('not_found', `Nobody with the address ${email} is a member.`)
  return held
}

async function keepAnOwner(change: Change, before: User, next: User): Promise<void> {
  const wasOwner = before.role === 'owner' && before.isActive
  if (!wasOwner || (next.role === 'owner' && next.isActive)) return
  const owners = await change.list(kinds.user, {
    where: [
      { field: 'role', is: 'owner' },
      { field: 'isActive', is: 1 },
    ],
    limit: 2,
  })
  if (owners.length > 1) return
  throw new CatalogError(
    'invalid_request',
    `${before.email} is the only active owner; make someone else owner first.`,
  )
}
