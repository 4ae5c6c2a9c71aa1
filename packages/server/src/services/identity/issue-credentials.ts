import { CatalogError, type Kinds, kinds, type Mode, type Scope } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { StoredRecord } from '../../store/table.ts'
import { insertCredential } from './credentials.ts'
import { userByEmail } from './members.ts'
import { inHome, organisation } from './operator.ts'

/** Tokens and keys that an operator issues and revokes on the machine itself. */

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
    const stored = await change.find(kind, id)
    if (!stored) throw new CatalogError('not_found', `There is no ${kind.noun} ${id} in ${organisationId}.`)
    await change.remove(kind, stored)
  })
}

export async function listCredentials(
  store: Store,
  organisationId: string,
  kind: Kinds['token'] | Kinds['apiKey'],
): Promise<readonly StoredRecord[]> {
  return store.records((await organisation(store, organisationId)).home).list(kind, { where: [] })
}
