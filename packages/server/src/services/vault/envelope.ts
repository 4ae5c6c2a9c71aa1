import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { KeptValue, SealedValue, ValuePlace } from '../../store/queries/secret-values.ts'
import { seal, unseal } from '../seal.ts'
import type { MasterKey } from './master-key.ts'

/** Encrypts a value with its own data key, and that key with the master key. Both are bound to their item. */
export function sealValue(master: MasterKey, place: ValuePlace, value: Uint8Array): SealedValue {
  const dataKey = randomBytes(32)
  const sealedValue = encrypt(createSecretKey(dataKey), value, valueContext(place))
  const wrappedKey = encrypt(master.key, dataKey, keyContext(place, master.id))
  dataKey.fill(0)
  return { keyId: master.id, wrappedKey, sealedValue }
}

export function openValue(master: MasterKey, kept: KeptValue): Buffer {
  return decrypt(dataKeyOf(master, kept), kept.sealedValue, valueContext(kept))
}

/** The same value under another master key: only the data key is re-encrypted. */
export function rewrapped(from: MasterKey, to: MasterKey, kept: KeptValue): KeptValue {
  const dataKey = dataKeyOf(from, kept).export()
  const wrappedKey = encrypt(to.key, dataKey, keyContext(kept, to.id))
  dataKey.fill(0)
  return { ...kept, keyId: to.id, wrappedKey }
}

const dataKeyOf = (master: MasterKey, kept: KeptValue): KeyObject =>
  createSecretKey(decrypt(master.key, kept.wrappedKey, keyContext(kept, master.id)))

/** Authenticated, so that no ciphertext can be swapped for that of another item, organisation or key. */
const valueContext = ({ partitionId, secretId }: ValuePlace): string =>
  JSON.stringify(['svc vault value 1', partitionId, secretId])
const keyContext = ({ partitionId, secretId }: ValuePlace, keyId: string): string =>
  JSON.stringify(['svc vault key 1', partitionId, secretId, keyId])

const encrypt = (key: KeyObject, plain: Uint8Array, context: string): string =>
  seal(key, plain, context).toString('base64')

const decrypt = (key: KeyObject, text: string, context: string): Buffer =>
  unseal(key, Buffer.from(text, 'base64'), context)
