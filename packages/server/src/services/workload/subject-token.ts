import { ForbiddenAddressError, UpstreamError } from '../../outbound/errors.ts'
import { expectedErrorMessage } from '../expected-errors.ts'
import type { KeySets } from '../federation/key-sets.ts'
import { readSignedToken } from '../federation/signed-token.ts'
import type { JsonObject } from '../identity-providers/fetch-json.ts'
import type { Issuers } from './issuers.ts'
import { ExchangeRefused, IssuerAway } from './refused.ts'

/** What a token says about itself before anybody has checked its signature. */
export interface Unchecked {
  readonly issuer: string
  /** All of them, so that whoever trusts one is told of a token that is for several. */
  readonly audiences: readonly string[]
  /** Why it is refused whatever it says, in words; undefined if it may be looked into. */
  readonly fault: string | undefined
}

/** How far clocks may be apart. */
const skewSeconds = 60
/** A pipeline exchanges its token when it begins, not hours later. */
const maxAgeSeconds = 10 * 60
const maxLength = 16 * 1024
const maxId = 200
const maxAudiences = 10
const algorithms = ['RS256', 'ES256']

/** Whom a token claims to be from and for: decides which rules it is compared with, and nothing else. */
export async function readUnchecked(token: string): Promise<Unchecked> {
  if (token.length > maxLength) throw new ExchangeRefused('The token is too long.')
  const { decodeJwt, decodeProtectedHeader } = await import('jose')
  const { header, claims } = legible(() => ({
    header: decodeProtectedHeader(token),
    claims: decodeJwt(token) as JsonObject,
  }))
  const { iss, aud } = claims
  if (!isName(iss)) throw new ExchangeRefused('The token names no issuer.')
  const named = [aud].flat()
  const audiences = named.slice(0, maxAudiences).filter(isName)
  if (audiences.length === 0) throw new ExchangeRefused('The token names no audience.')
  return { issuer: iss, audiences, fault: faultOf(header.alg, named) }
}

/** What a rule can name. Not every database takes other texts, such as one with a zero in it. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\s\p{Cc}\p{Cs}]+$/u.test(value)

function faultOf(algorithm: string | undefined, audiences: readonly unknown[]): string | undefined {
  // Whoever else receives a token that is for several could use it here.
  if (audiences.length > 1) return 'The token is not for exactly one audience.'
  if (!algorithms.includes(algorithm ?? '')) return 'The token is not signed with RS256 or ES256.'
  return undefined
}

export interface SubjectToken {
  readonly id: string
  readonly claims: JsonObject
}

interface Tools {
  readonly keySets: KeySets
  readonly issuers: Issuers
  readonly now: () => Date
}

/** What the issuer says, if it has signed it just now. */
export async function readSubjectToken(
  { keySets, issuers, now }: Tools,
  token: string,
  { issuer, audiences: [audience], fault }: Unchecked,
): Promise<SubjectToken> {
  if (fault !== undefined) throw new ExchangeRefused(fault)
  const { claims } = await issuers
    .keysOf(issuer)
    .then((address) => readSignedToken(keySets, address, token))
    .catch((error: unknown) => {
      throw failureOf(error)
    })
  if (claims.iss !== issuer || [claims.aud].flat()[0] !== audience)
    throw new ExchangeRefused('The token is from another issuer, or for another audience.')
  checkTimes(claims, now().getTime() / 1_000)
  const { jti } = claims
  if (typeof jti !== 'string' || jti === '' || jti.length > maxId)
    throw new ExchangeRefused('The token has no id (jti), so it could be used again.')
  return { id: jti, claims }
}

function checkTimes({ exp, iat, nbf }: JsonObject, at: number): void {
  if (typeof exp !== 'number' || exp <= at) throw new ExchangeRefused('The token has expired.')
  if (typeof iat !== 'number' || at - iat > maxAgeSeconds || iat > at + skewSeconds)
    throw new ExchangeRefused('The token was not issued within the last ten minutes.')
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > at + skewSeconds))
    throw new ExchangeRefused('The token is not valid yet.')
}

/** Waiting helps only if the issuer itself is away. */
function failureOf(error: unknown): unknown {
  if (error instanceof ForbiddenAddressError)
    return new ExchangeRefused(`The issuer may not be asked for its keys: ${error.message}`, { cause: error })
  if (error instanceof UpstreamError)
    return new IssuerAway(`The issuer cannot be asked for its keys: ${error.message}`, { cause: error })
  const expected = expectedErrorMessage(error)
  if (expected !== undefined)
    return new IssuerAway(`The keys of the issuer cannot be used: ${expected}`, { cause: error })
  if (isAboutToken(error))
    return new ExchangeRefused(`The token is not signed as it should be: ${error.message}`, { cause: error })
  return error
}

const isAboutToken = (error: unknown): error is Error =>
  error instanceof Error &&
  (error.name === 'TokenError' || /^ERR_J/.test((error as Error & { readonly code?: string }).code ?? ''))

function legible<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new ExchangeRefused('The token cannot be read.', { cause })
  }
}
