import type { JsonObject } from '../../identity-providers/fetch-json.ts'
import { isText } from '../assertion.ts'
import type { KeySets } from '../key-sets.ts'
import { readSignedToken, TokenError } from '../signed-token.ts'

export interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly jwksUri: string
  readonly nonce: string
  readonly at: Date
}

/** How far clocks may be apart. */
const skewSeconds = 60
/** A token is issued when the person comes back, not before. */
const maxAgeSeconds = 10 * 60

/** The claims of an ID token that was issued just now, by this provider, for svc and for this sign-in. */
export async function readIdToken(
  keySets: KeySets,
  token: string,
  { issuer, clientId, jwksUri, nonce, at }: Expected,
): Promise<JsonObject> {
  const { claims } = await readSignedToken(keySets, jwksUri, token)
  const now = at.getTime() / 1_000
  checkAudience(claims, { issuer, clientId })
  checkTimes(claims, now)
  if (typeof claims.exp !== 'number' || claims.exp <= now - skewSeconds)
    throw new TokenError('The token has expired.')
  if (claims.nonce !== nonce) throw new TokenError('The token was not issued for this sign-in.')
  if (!isText(claims.sub) || claims.sub === '' || claims.sub.length > 255)
    throw new TokenError('The token does not say whom it is about.')
  return claims
}

/** For ID tokens and logout tokens alike. */
export function checkAudience(
  { iss, aud, azp }: JsonObject,
  { issuer, clientId }: Pick<Expected, 'issuer' | 'clientId'>,
): void {
  if (iss !== issuer) throw new TokenError('The token is from another issuer.')
  const audience: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!audience.includes(clientId)) throw new TokenError('The token is for another application.')
  if ((azp !== undefined || audience.length > 1) && azp !== clientId)
    throw new TokenError('The token was issued to another application.')
}

export function checkTimes({ iat, nbf }: JsonObject, now: number): void {
  if (typeof iat !== 'number' || Math.abs(now - iat) > maxAgeSeconds)
    throw new TokenError('The token was not issued within the last ten minutes.')
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > now + skewSeconds))
    throw new TokenError('The token is not valid yet.')
}
