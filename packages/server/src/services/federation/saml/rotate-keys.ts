import { X509Certificate } from 'node:crypto'
import { CatalogError, kinds } from '@svc/model'
import type { Change } from '../../../store/change.ts'
import type { Store } from '../../../store/open.ts'
import type { PartitionId } from '../../../store/partition-id.ts'
import { removeSamlKey, type SamlKey, samlKeysOf, signWithSamlKey } from '../../../store/queries/saml-keys.ts'
import { type Context, writeTo } from '../../context.ts'
import type { Sealer } from '../../webhooks/sealer.ts'
import { newPair, storePair } from './own-keys.ts'

/** A key pair without its private key. */
export interface ShownKey {
  readonly id: string
  readonly use: 'signing' | 'next' | 'previous'
  readonly certificate: string
  readonly fingerprint: string
  readonly expiresAt: string
  readonly signsSince: string | null
  readonly createdAt: string
}

/** The one that svc signs with first. */
export const keysOf = async (store: Store, homeId: PartitionId): Promise<readonly ShownKey[]> =>
  shownKeys(await store.run(samlKeysOf, homeId))

const shownKeys = (keys: readonly SamlKey[]): readonly ShownKey[] =>
  keys.map(({ id, certificate, signsSince, createdAt }, index) => {
    const { fingerprint256: fingerprint, validToDate } = new X509Certificate(certificate)
    const use = index === 0 ? 'signing' : signsSince === null ? 'next' : 'previous'
    return { id, use, certificate, fingerprint, expiresAt: validToDate.toISOString(), signsSince, createdAt }
  })

interface Tools {
  readonly samlSealer: Sealer
}

/**
 * The first of three steps: providers learn of a pair from the metadata before anything is signed with it, so none of
 * them is cut off.
 */
export async function addKey(ctx: Context, { samlSealer }: Tools): Promise<ShownKey> {
  // Before any work is done.
  refuseSecond(await ctx.store.run(samlKeysOf, ctx.caller.organisation.home))
  const pair = await newPair(ctx.now())
  return writeTo(ctx, kinds.identityProvider, async (change) => {
    const before = await change.run(samlKeysOf, change.partitionId)
    refuseSecond(before)
    const signsSince = before.length === 0 ? change.at : null
    const { id } = await storePair({ samlSealer }, change, { pair, signsSince })
    await logKey(change, 'saml_key.created', id)
    return keyNamed(await change.run(samlKeysOf, change.partitionId), id)
  })
}

function refuseSecond(keys: readonly SamlKey[]): void {
  const waiting = keys.find(({ signsSince }) => signsSince === null)
  if (waiting)
    throw new CatalogError(
      'duplicate',
      `The key pair ${waiting.id} already waits: activate or delete it first.`,
    )
}

/** Signs with this one from now on. */
export async function activateKey(change: Change, id: string): Promise<readonly ShownKey[]> {
  const [first, ...others] = await change.run(samlKeysOf, change.partitionId)
  keyNamed([...(first ? [first] : []), ...others], id)
  if (first?.id !== id) {
    // Within the same millisecond, neither would be the later one.
    const latest = Math.max(Date.parse(change.at), Date.parse(first?.signsSince ?? change.at) + 1)
    await change.run(signWithSamlKey, change.partitionId, { id, signsSince: new Date(latest).toISOString() })
    await logKey(change, 'saml_key.activated', id)
  }
  return shownKeys(await change.run(samlKeysOf, change.partitionId))
}

export async function deleteKey(change: Change, id: string): Promise<readonly ShownKey[]> {
  const { use } = keyNamed(await change.run(samlKeysOf, change.partitionId), id)
  if (use === 'signing')
    throw new CatalogError('still_needed', 'svc signs with this key pair: activate another one first.')
  await change.run(removeSamlKey, change.partitionId, id)
  await logKey(change, 'saml_key.deleted', id)
  return shownKeys(await change.run(samlKeysOf, change.partitionId))
}

function keyNamed(keys: readonly SamlKey[], id: string): ShownKey {
  const found = shownKeys(keys).find((key) => key.id === id)
  if (!found) throw new CatalogError('not_found', `There is no key pair ${JSON.stringify(id)} for SAML.`)
  return found
}

const logKey = (change: Change, type: string, id: string): Promise<void> =>
  change.log(type, { kind: 'saml_key', id }, null, null)
