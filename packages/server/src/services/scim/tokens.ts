import { randomBytes } from 'node:crypto'
import { CatalogError, type CreateInput, type Kinds, kinds } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { noteUse } from '../../store/queries/credentials.ts'
import { type ScimTokenFound, scimTokenByDigest } from '../../store/queries/scim.ts'
import { type Context, notFound } from '../context.ts'
import type { NewCredential } from '../identity/credentials.ts'
import { digestOf } from '../identity/secrets.ts'
import { createRecord, checkPrecondition, type Precondition } from '../records/records.ts'

const prefix = 'svc_scim_'
const pattern = /^svc_scim_[0-9a-f]{48}$/

export async function createScimToken(
  ctx: Context,
  change: Change,
  input: CreateInput<Kinds['scimToken']>,
): Promise<NewCredential> {
  const secret = `${prefix}${randomBytes(24).toString('hex')}`
  const { actor } = ctx.caller
  const { record } = await createRecord(ctx, change, kinds.scimToken, input, {
    prefix,
    lastFour: secret.slice(-4),
    digest: digestOf(secret),
    createdBy: actor.type === 'user' ? actor.id : null,
  })
  return { record, secret }
}

export async function revokeScimToken(
  change: Change,
  { id, ifMatch }: Precondition & { readonly id: string },
): Promise<void> {
  const stored = await change.find(kinds.scimToken, id)
  if (!stored) throw notFound(kinds.scimToken, id)
  checkPrecondition(change, stored, ifMatch)
  await change.remove(kinds.scimToken, stored)
}

/** `lastUsedAt` is written at most this often. */
const useMs = 60_000

/** Whose secret it is; looked up each time, so that a revoked one ends at once in every process. */
export async function scimTokenOf(
  store: Store,
  authorization: string | undefined,
  now: Date,
): Promise<ScimTokenFound> {
  const [, secret = ''] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  const found = pattern.test(secret) ? await store.run(scimTokenByDigest, digestOf(secret)) : undefined
  if (!found)
    throw new CatalogError(
      'unauthenticated',
      'Send "Authorization: Bearer svc_scim_…" with a valid SCIM token. No other credential is valid here.',
      { headers: { 'www-authenticate': 'Bearer realm="SCIM"' } },
    )
  const { id, homeId, lastUsedAt } = found
  if (lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) >= useMs) {
    const use = { kind: kinds.scimToken, homeId, id, at: now.toISOString() }
    // Not awaited: a request does not depend on its use being recorded.
    store.transaction((tx) => tx.run(noteUse, use)).catch(() => {})
  }
  return found
}
