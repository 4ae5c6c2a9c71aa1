import { constants, createDecipheriv, type KeyObject, privateDecrypt, randomBytes } from 'node:crypto'
import {
  childNamed,
  childrenNamed,
  requiredAttribute,
  requiredChild,
  textOf,
  type XmlElement,
} from './elements.ts'
import { ns } from './names.ts'
import { Unreadable } from './unreadable.ts'

interface ContentCipher {
  readonly name: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-128-cbc' | 'aes-256-cbc'
  readonly keyLength: number
}

const authenticated: Readonly<Record<string, ContentCipher>> = {
  [`${ns.encryption11}aes128-gcm`]: { name: 'aes-128-gcm', keyLength: 16 },
  [`${ns.encryption11}aes256-gcm`]: { name: 'aes-256-gcm', keyLength: 32 },
}

/** Whoever may alter such a ciphertext and sees what becomes of it can decrypt it. */
const malleable: Readonly<Record<string, ContentCipher>> = {
  [`${ns.encryption}aes128-cbc`]: { name: 'aes-128-cbc', keyLength: 16 },
  [`${ns.encryption}aes256-cbc`]: { name: 'aes-256-cbc', keyLength: 32 },
}

const oaep: Readonly<Record<string, string>> = {
  [`${ns.signature}sha1`]: 'sha1',
  [`${ns.encryption}sha256`]: 'sha256',
  [`${ns.encryption}sha512`]: 'sha512',
}

const [nonceLength, blockLength, tagLength] = [12, 16, 16]

interface Decryption {
  readonly keys: readonly KeyObject[]
  /** Whether a signature that has been verified covers the ciphertext. */
  readonly isCovered: boolean
}

/** The text of an encrypted assertion. Whatever is wrong with the ciphertext, the error is the same. */
export function decrypted(encrypted: XmlElement, { keys, isCovered }: Decryption): string {
  const data = requiredChild(encrypted, ns.encryption, 'EncryptedData')
  const algorithm = requiredAttribute(requiredChild(data, ns.encryption, 'EncryptionMethod'), 'Algorithm')
  const cipher = authenticated[algorithm] ?? (isCovered ? malleable[algorithm] : undefined)
  if (!cipher)
    throw new Unreadable(
      malleable[algorithm]
        ? 'The assertion is encrypted in CBC mode, which is accepted only within a signed response.'
        : 'The assertion is encrypted with an algorithm that is not accepted.',
    )
  const wrapped = encryptedKeyOf(encrypted, data)
  const oaepHash = wrappingOf(wrapped)
  const [key, content] = [cipherValue(wrapped), cipherValue(data)]
  const plain = keys.map((one) =>
    attempt(() => open(cipher, unwrapped(one, { key, oaepHash, cipher }), content)),
  )
  const found = plain.find((text) => text !== undefined)
  if (found === undefined) throw new Unreadable('The assertion cannot be decrypted.')
  return found
}

/** Beside the data, or within it; only one, as there is only one recipient. */
function encryptedKeyOf(encrypted: XmlElement, data: XmlElement): XmlElement {
  const info = childNamed(data, ns.signature, 'KeyInfo')
  const found = [encrypted, ...(info ? [info] : [])].flatMap((parent) =>
    childrenNamed(parent, ns.encryption, 'EncryptedKey'),
  )
  const [only, ...others] = found
  if (!only || others.length > 0) throw new Unreadable('The assertion is not encrypted with one key.')
  return only
}

/** RSA with OAEP only: the older padding tells attackers too much. */
function wrappingOf(key: XmlElement): string {
  const method = requiredChild(key, ns.encryption, 'EncryptionMethod')
  const algorithm = requiredAttribute(method, 'Algorithm')
  const digest = childNamed(method, ns.signature, 'DigestMethod')
  const hash = digest ? oaep[requiredAttribute(digest, 'Algorithm')] : 'sha1'
  const mask = childNamed(method, ns.encryption11, 'MGF')
  const maskHash = mask ? /#mgf1(sha\d+)$/.exec(requiredAttribute(mask, 'Algorithm'))?.[1] : 'sha1'
  const isKnown =
    algorithm === `${ns.encryption}rsa-oaep-mgf1p`
      ? hash === 'sha1'
      : algorithm === `${ns.encryption11}rsa-oaep` && hash === maskHash
  if (!isKnown || hash === undefined)
    throw new Unreadable('The key of the assertion is encrypted with an algorithm that is not accepted.')
  return hash
}

function cipherValue(parent: XmlElement): Buffer {
  const data = requiredChild(parent, ns.encryption, 'CipherData')
  const text = textOf(requiredChild(data, ns.encryption, 'CipherValue')).replaceAll(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new Unreadable('The ciphertext is not Base64.')
  return Buffer.from(text, 'base64')
}

interface Wrapped {
  readonly key: Buffer
  readonly oaepHash: string
  readonly cipher: ContentCipher
}

/** If it cannot be unwrapped, a random one takes its place: what follows takes the same time and fails the same way. */
function unwrapped(privateKey: KeyObject, { key, oaepHash, cipher: { keyLength } }: Wrapped): Buffer {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const found = attempt(() => privateDecrypt({ key: privateKey, padding, oaepHash }, key))
  const other = randomBytes(keyLength)
  return found?.length === keyLength ? found : other
}

function open({ name }: ContentCipher, key: Buffer, content: Buffer): string {
  const decode = (parts: readonly Buffer[]): string =>
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts))
  if (name === 'aes-128-gcm' || name === 'aes-256-gcm') {
    const decipher = createDecipheriv(name, key, content.subarray(0, nonceLength), {
      authTagLength: tagLength,
    })
    decipher.setAuthTag(content.subarray(-tagLength))
    return decode([decipher.update(content.subarray(nonceLength, -tagLength)), decipher.final()])
  }
  const decipher = createDecipheriv(name, key, content.subarray(0, blockLength))
  decipher.setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(content.subarray(blockLength)), decipher.final()])
  const padding = padded.at(-1) ?? 0
  if (padding < 1 || padding > blockLength) throw new Unreadable('The padding is wrong.')
  return decode([padded.subarray(0, -padding)])
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
