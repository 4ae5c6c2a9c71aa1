import { randomBytes } from 'node:crypto'
import {
  CatalogError,
  type CreateInput,
  type Kinds,
  kinds,
  scimSecretPattern,
  scimSecretPrefix,
} from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { noteUse } from '../../store/queries/credentials.ts'
import { type ScimTokenFound, scimTokenByDigest } from '../../store/queries/scim-tokens.ts'
import { type Context, notFound } from '../context.ts'
import type { NewCredential } from '../identity/credentials.ts'
import { digestOf } from '../identity/secrets.ts'
import { createRecord, checkPrecondition, type Precondition } from '../records/records.ts'

const pattern = new RegExp(scimSecretPattern)

export async function createScimToken(
  ctx: Context,
  change: Change,
  { token, ...input }: CreateInput<Kinds['scimToken']> & { readonly token?: string },
): Promise<NewCredential> {
  const secret = token ?? `${scimSecretPrefix}${randomBytes(24).toString('hex')}`
  const digest = digestOf(secret)
  if (token !== undefined && (await change.run(scimTokenByDigest, digest)))
    throw new CatalogError(
      'duplicate',
      'There is a SCIM token with this secret. Make another: 24 random bytes.',
    )
  const { actor } = ctx.caller
  const { record } = await createRecord(ctx, change, kinds.scimToken, input, {
    prefix: scimSecretPrefix,
    lastFour: secret.slice(-4),
    digest,
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
