import { OAuthError } from '../services/oauth/oauth-error.ts'
import { type Answer, json } from './answer.ts'
import { asProblem } from './problem.ts'

/** What went wrong in OAuth's shape; undefined for what is our own fault, which is answered and logged elsewhere. */
export function oauthProblem(error: unknown): Answer | undefined {
  if (error instanceof OAuthError) {
    const { code, message, retryAfter } = error
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    return json(400, { error: code, error_description: ascii(message) }, { headers })
  }
  if ((error as { readonly code?: unknown }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return oauthProblem(noForm())
  const { status, message, headers } = asProblem(error)
  if (status >= 500 && status !== 503) return undefined
  const isLater = status === 429 || status === 503
  const code = isLater ? 'temporarily_unavailable' : 'invalid_request'
  return json(
    isLater ? status : 400,
    { error: code, error_description: ascii(message) },
    { headers: { ...headers } },
  )
}

export const noForm = (): OAuthError =>
  new OAuthError(
    'invalid_request',
    'The fields must be a form: send Content-Type: application/x-www-form-urlencoded.',
  )

/** OAuth allows nothing else in a description. */
const ascii = (text: string): string => text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'")
