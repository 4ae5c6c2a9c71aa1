import { createPublicKey, type KeyObject } from 'node:crypto'
import type { JsonObject } from './fetch-json.ts'

/** A provider has a few keys; a set of thousands is not searched. */
const maxKeys = 100

/** How many keys of a set can be used to check an ID token's signature. */
export function usableKeys({ keys }: JsonObject): number {
  return Array.isArray(keys) ? keys.slice(0, maxKeys).filter(isUsable).length : 0
}

function isUsable(key: unknown): boolean {
  if (typeof key !== 'object' || key === null) return false
  if ('use' in key && key.use !== 'sig') return false
  try {
    return isStrong(createPublicKey({ key, format: 'jwk' }))
  } catch {
    return false
  }
}

/** Whether a key is strong enough to trust its signatures. */
export function isStrong({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss') return modulusLength >= 2048
  if (asymmetricKeyType === 'ec') return /^(prime256v1|secp384r1|secp521r1|secp256k1)$/.test(namedCurve)
  return asymmetricKeyType === 'ed25519' || asymmetricKeyType === 'ed448'
}
