import { type OAuthReply, askOAuth } from './token-endpoint.ts'
import type { SavedLogin } from './saved-logins.ts'

/** What this command is called where people allow it to act for them. */
export const clientId = 'svc-cli'

/** svc answered, and did not give a token. */
export class TokenRefused extends Error {
  /** As OAuth calls it, such as `invalid_grant`. */
  readonly code: string
  readonly status: number

  constructor({ status, body }: OAuthReply) {
    super(typeof body.error_description === 'string' ? body.error_description : `svc answered ${status}.`)
    this.status = status
    this.code = typeof body.error === 'string' ? body.error : 'unknown'
  }
}

export async function requestTokens(
  endpoint: string,
  fields: Readonly<Record<string, string>>,
): Promise<SavedLogin> {
  const before = Date.now()
  const reply = await askOAuth(endpoint, '/oauth/token', { client_id: clientId, ...fields })
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = reply.body
  if (
    reply.status !== 200 ||
    typeof accessToken !== 'string' ||
    typeof refreshToken !== 'string' ||
    typeof seconds !== 'number'
  )
    throw new TokenRefused(reply)
  return { accessToken, refreshToken, expiresAt: before + seconds * 1_000 }
}
