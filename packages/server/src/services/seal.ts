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
 * Everything that svc keeps sealed is made here and looks like that, so the order of the parts never changes.
 */
export function seal(key: KeyObject, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(context))
  const sealed = [cipher.update(plain), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed])
}

/** Throws where the key or the context is another one, or a single bit is. */
export function unseal(key: KeyObject, sealed: Uint8Array, context: string): Buffer {
  const [nonce, tag] = [
    sealed.subarray(0, nonceLength),
    sealed.subarray(nonceLength, nonceLength + tagLength),
  ]
  // A tag that is cut short would be as valid to the cipher, and far easier to guess.
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()])
}

/** A key for one purpose: what is sealed with it never stands in for what the same secret seals for another. */
export const derivedKey = (
  secret: string | KeyObject,
  purpose: string,
  salt: Uint8Array = new Uint8Array(),
): KeyObject => createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, purpose, keyLength)))
