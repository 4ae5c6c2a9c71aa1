import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/** Wraps the data keys of the vault's items. */
export interface MasterKey {
  /** Says which key it is and nothing about it. */
  readonly id: string
  readonly key: KeyObject
}

/** There is no master key, or none that can be used; the message is for whoever runs the server. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError'
}

const keyBytes = 32

export const newKeyText = (): string => randomBytes(keyBytes).toString('base64')

export const isKeyText = (text: string): boolean => decoded(text)?.byteLength === keyBytes

/** Reads a key as Base64 or hexadecimal. What was given is never part of the complaint. */
export function readMasterKey(text: string, source: string): MasterKey {
  const bytes = decoded(text.trim())
  if (bytes?.byteLength !== keyBytes) {
    throw new MasterKeyError(
      `${source} must be ${keyBytes} random bytes, in Base64 (44 characters) or hexadecimal (64), ` +
        'such as "openssl rand -base64 32" prints.',
    )
  }
  const id = createHmac('sha256', bytes).update('svc master key').digest('hex').slice(0, 16)
  return { id, key: createSecretKey(bytes) }
}

function decoded(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}
