/** The codes of RFC 6749, 8628 and 8693 that we answer with. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'temporarily_unavailable'

/** What a program did wrong, or is not allowed to do; it is told the code and the words. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  /** After how many seconds it may be asked again; undefined if that would not help. */
  readonly retryAfter: number | undefined

  constructor(code: OAuthErrorCode, message: string, retryAfter?: number) {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
  }
}
