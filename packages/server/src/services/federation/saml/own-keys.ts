import { createPrivateKey, generateKeyPair, type KeyObject, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { CatalogError } from '@svc/model'
import type { Change } from '../../../store/change.ts'
import type { Store } from '../../../store/open.ts'
import type { PartitionId } from '../../../store/partition-id.ts'
import { insertSamlKey, type SamlKey, samlKeysOf } from '../../../store/queries/saml-keys.ts'
import { newId } from '../../ids.ts'
import { system } from '../../jobs/follower.ts'
import { MasterKeyError } from '../../vault/master-key.ts'
import type { MasterKeys } from '../../vault/master-keys.ts'
import { createSealer, type Sealer } from '../../webhooks/sealer.ts'
import { selfSigned } from './self-signed.ts'

/** Encrypts the private keys with which svc signs, and decrypts what providers encrypt for it. */
export const createSamlSealer = (keys: MasterKeys): Sealer =>
  createSealer(keys, { what: 'A key for SAML', purpose: 'svc saml key 1' })

export const samlKeyContext = (homeId: PartitionId, id: string): string => `saml ${homeId} ${id}`

/** A key pair of an organisation, and the certificate that its providers know it by. */
export interface OwnKey {
  readonly privateKey: KeyObject
  readonly certificate: X509Certificate
}

interface Tools {
  readonly store: Store
  readonly now: () => Date
  readonly samlSealer: Sealer
}

const makePair = promisify(generateKeyPair)
/** Providers compare keys, not dates; but some refuse an expired one. */
const lifeYears = 20

/** The one to sign with first, then the newest; the first is made when it is needed. */
export async function ownKeys(tools: Tools, homeId: PartitionId): Promise<readonly [OwnKey, ...OwnKey[]]> {
  const found = await tools.store.run(samlKeysOf, homeId)
  const [first, ...others] = found.length > 0 ? found : await firstKey(tools, homeId)
  if (!first) throw new Error('A key that was just stored is missing.')
  const opened = (key: SamlKey) => openKey(tools.samlSealer, homeId, key)
  return [opened(first), ...others.map(opened)]
}

function openKey(sealer: Sealer, homeId: PartitionId, { id, certificate, privateKey }: SamlKey): OwnKey {
  try {
    return {
      privateKey: createPrivateKey(sealer.open(privateKey, samlKeyContext(homeId, id))),
      certificate: new X509Certificate(certificate),
    }
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error
    throw new CatalogError('unavailable', `The key for SAML cannot be used. ${error.message}`, {
      cause: error,
    })
  }
}

/** Another process may be faster. */
async function firstKey(tools: Tools, homeId: PartitionId): Promise<readonly SamlKey[]> {
  const pair = await newPair(tools.now())
  return tools.store.write({ partitionId: homeId, actor: system, now: tools.now }, async (change) => {
    const before = await change.run(samlKeysOf, homeId)
    return before.length > 0 ? before : [await storePair(tools, change, { pair, signsSince: change.at })]
  })
}

/** A key pair in PEM format, as it is before it is encrypted and stored. */
export interface Pair {
  readonly certificate: string
  readonly privateKey: string
}

/** Making one takes a moment, so it is done before the transaction. */
export async function newPair(from: Date): Promise<Pair> {
  const pair = await makePair('rsa', { modulusLength: 3072 })
  const until = new Date(from)
  until.setUTCFullYear(from.getUTCFullYear() + lifeYears)
  return {
    certificate: new X509Certificate(selfSigned(pair, { name: 'svc', from, until })).toString(),
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

interface NewKey {
  readonly pair: Pair
  readonly signsSince: string | null
}

export async function storePair(
  { samlSealer }: Pick<Tools, 'samlSealer'>,
  change: Change,
  { pair, signsSince }: NewKey,
): Promise<SamlKey> {
  const homeId = change.partitionId
  const id = newId('key', new Date(change.at))
  const privateKey = await samlSealer.seal(change, pair.privateKey, samlKeyContext(homeId, id))
  const made = { id, certificate: pair.certificate, privateKey, createdAt: change.at, signsSince }
  await change.run(insertSamlKey, homeId, made)
  return made
}
