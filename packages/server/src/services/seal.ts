import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16
const keyLength = 32

/**
 * Encrypts under a key and binds the result to a context, without which it does not open: nonce, tag, ciphertext.
 * Everything that svc stores sealed is made here, so the order of the parts never changes.
 */
export function seal(key: KeyObject, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(context))
  const sealed = [cipher.update(plain), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed])
}

/** Throws if the key, the context or a single bit differs. */
export function unseal(key: KeyObject, sealed: Uint8Array, context: string): Buffer {
  const [nonce, tag] = [
    sealed.subarray(0, nonceLength),
    sealed.subarray(nonceLength, nonceLength + tagLength),
  ]
  // The cipher would accept a truncated tag, which is far easier to guess.
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()])
}

/** A key for one purpose: what it seals can never be used in place of what the same secret seals for another. */
export const derivedKey = (
  secret: string | KeyObject,
  purpose: string,
  salt: Uint8Array = new Uint8Array(),
): KeyObject => createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, purpose, keyLength)))
