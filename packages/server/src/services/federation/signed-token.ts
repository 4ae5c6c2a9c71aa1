import type { KeyObject } from 'node:crypto'
import { ConfigurationError } from '../expected-errors.ts'
import type { JsonObject } from '../identity-providers/fetch-json.ts'
import type { KeySets, SigningKey } from './key-sets.ts'

/** Signatures that only the owner of a private key can make: never `none`, never a shared secret. */
export const acceptedAlgorithms: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const maxLength = 64 * 1024

/** A token that is not what it should be, and why. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
}

export interface SignedToken {
  readonly type: string | undefined
  readonly claims: JsonObject
}

/** What a token says, if one of the provider's keys has signed it. */
export async function readSignedToken(
  keySets: KeySets,
  jwksUri: string,
  token: string,
): Promise<SignedToken> {
  if (token.length > maxLength) throw new TokenError('The token is too long.')
  const { compactVerify, decodeProtectedHeader } = await import('jose')
  const { alg, kid, typ } = legible(() => decodeProtectedHeader(token))
  if (alg === undefined || !acceptedAlgorithms.includes(alg))
    throw new TokenError('The token is not signed in a way that is accepted.')
  const verified = async (keys: readonly SigningKey[]): Promise<Uint8Array> => {
    const { key } = keyFor(keys, { alg, kid })
    return (await compactVerify(token, key, { algorithms: [alg] })).payload
  }
  // A provider that has only one key may replace it without giving it another name, or any.
  const isAmong = (keys: readonly SigningKey[]) =>
    verified(keys).then(
      () => true,
      () => false,
    )
  const payload = await verified(await keySets.keysAt(jwksUri, { id: kid, isAmong }))
  return { type: typ, claims: legible(() => objectIn(payload)) }
}

function objectIn(bytes: Uint8Array): JsonObject {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError()
  return value as JsonObject
}

function legible<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new TokenError('The token cannot be read.', { cause })
  }
}

/** Without the name of a key, there must be just one that it can be. */
function keyFor(
  keys: readonly SigningKey[],
  { alg, kid }: { readonly alg: string; readonly kid: string | undefined },
): SigningKey {
  const fitting = keys.filter(
    ({ id, algorithm, key }) =>
      (kid === undefined || id === kid) && (algorithm === undefined || algorithm === alg) && isFor(alg, key),
  )
  const [first, ...others] = fitting
  if (first && others.length === 0) return first
  if (first) throw new TokenError('The token does not say which of several keys it is signed with.')
  if (keys.length === 0) throw new ConfigurationError('The provider publishes no keys.')
  throw new TokenError('The token is signed with a key that the provider does not publish.')
}

/** Each algorithm of elliptic curves is for one curve, and its library fails with any other. */
const curves: Readonly<Record<string, string>> = {
  ES256: 'prime256v1',
  ES384: 'secp384r1',
  ES512: 'secp521r1',
}

function isFor(alg: string, { asymmetricKeyType: type, asymmetricKeyDetails }: KeyObject): boolean {
  if (alg.startsWith('RS')) return type === 'rsa'
  if (alg.startsWith('PS')) return type === 'rsa' || type === 'rsa-pss'
  if (alg.startsWith('ES')) return type === 'ec' && asymmetricKeyDetails?.namedCurve === curves[alg]
  return type === 'ed25519'
}
