import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/** Wraps the data keys of the vault's items. */
export interface MasterKey {
  /** Identifies the key without revealing anything about it. */
  readonly id: string
  readonly key: KeyObject
}

/** There is no usable master key; the message is for the operator. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError'
}

const keyBytes = 32

export const newKeyText = (): string => randomBytes(keyBytes).toString('base64')

export const isKeyText = (text: string): boolean => decoded(text)?.byteLength === keyBytes

/** Reads a key as Base64 or hexadecimal. Error messages never contain the input. */
export function readMasterKey(text: string, source: string): MasterKey {
  const bytes = decoded(text.trim())
  if (bytes?.byteLength !== keyBytes) {
    throw new MasterKeyError(
      `${source} must be ${keyBytes} random bytes, in Base64 (44 characters) or hexadecimal (64), ` +
        'for example from "openssl rand -base64 32".',
    )
  }
  const id = createHmac('sha256', bytes).update('svc master key').digest('hex').slice(0, 16)
  return { id, key: createSecretKey(bytes) }
}

function decoded(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}
