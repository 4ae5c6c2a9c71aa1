import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { KeptValue, SealedValue, ValuePlace } from '../../store/secret-values.ts'
import type { MasterKey } from './master-key.ts'

/** A value under a data key of its own, and that key under the master key. Both open only at their own place. */
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

/** The same value under another master key: only the data key is wrapped anew. */
export function rewrapped(from: MasterKey, to: MasterKey, kept: KeptValue): KeptValue {
  const dataKey = dataKeyOf(from, kept).export()
  const wrappedKey = encrypt(to.key, dataKey, keyContext(kept, to.id))
  dataKey.fill(0)
  return { ...kept, keyId: to.id, wrappedKey }
}

const dataKeyOf = (master: MasterKey, kept: KeptValue): KeyObject =>
  createSecretKey(decrypt(master.key, kept.wrappedKey, keyContext(kept, master.id)))

/** Bound in, so that no ciphertext can stand in for another: not of another item, organisation or key. */
const valueContext = ({ partitionId, secretId }: ValuePlace): Buffer =>
  Buffer.from(JSON.stringify(['svc vault value 1', partitionId, secretId]))
const keyContext = ({ partitionId, secretId }: ValuePlace, keyId: string): Buffer =>
  Buffer.from(JSON.stringify(['svc vault key 1', partitionId, secretId, keyId]))

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

function encrypt(key: KeyObject, plain: Uint8Array, context: Buffer): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength }).setAAD(context)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

function decrypt(key: KeyObject, text: string, context: Buffer): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
  decipher.setAAD(context).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()])
}
