import type { Mode, Scope } from '@svc/model'
import { clientOf, type OAuthClient } from './clients.ts'
import type { TokenForm } from './grants/grant.ts'
import { OAuthError } from './oauth-error.ts'
import { readMode, readScopes } from './requested.ts'

/** Where the answer goes: a port of the machine that the browser runs on, so that only a program there gets it. */
export interface Redirect {
  readonly client: OAuthClient
  readonly uri: string
  readonly state: string | undefined
}

export interface AuthorizationRequest {
  readonly redirect: Redirect
  readonly challenge: string
  readonly scopes: readonly Scope[]
  readonly mode: Mode
}

const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):([1-9]\d{0,4})\/callback$/

/** Read first: what is wrong with these is said to the person, since nobody else may be told. */
export function readRedirect(fields: TokenForm): Redirect {
  const client = clientOf(fields)
  const uri = fields.get('redirect_uri') ?? ''
  const port = Number(loopback.exec(uri)?.[1])
  if (!(port <= 65_535))
    throw new OAuthError(
      'invalid_request',
      'The field redirect_uri must be http://127.0.0.1:{port}/callback or http://[::1]:{port}/callback.',
    )
  return { client, uri, state: fields.get('state') }
}

/** The rest, whose faults the program is told. */
export function readAuthorization(fields: TokenForm, redirect: Redirect): AuthorizationRequest {
  if (fields.get('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'The field response_type must be code.')
  if (fields.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'The field code_challenge_method must be S256.')
  const challenge = fields.get('code_challenge') ?? ''
  if (!/^[\w-]{43}$/.test(challenge))
    throw new OAuthError('invalid_request', 'The field code_challenge must be 43 characters of base64url.')
  return { redirect, challenge, scopes: readScopes(fields.get('scope')), mode: readMode(fields) }
}

/** The address that the browser is sent to with an answer. */
export function redirectTo(
  { uri, state }: Redirect,
  answer: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const url = new URL(uri)
  const fields = { ...answer, ...(state !== undefined && { state }), iss: issuer }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
