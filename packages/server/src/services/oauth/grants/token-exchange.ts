import { ExchangeRefused, IssuerAway } from '../../workload/refused.ts'
import type { WorkloadExchange } from '../../workload/exchange.ts'
import { OAuthError } from '../oauth-error.ts'
import { type Grant, required, type TokenForm } from './grant.ts'

export const tokenExchangeType = 'urn:ietf:params:oauth:grant-type:token-exchange'

const typeOf = (name: string): string => `urn:ietf:params:oauth:token-type:${name}`

const subjectTypes = ['jwt', 'id_token'].map(typeOf)
const issuedType = typeOf('access_token')

/** A pipeline exchanges the token that its own platform has signed (RFC 8693). */
export const tokenExchange =
  (workload: WorkloadExchange): Grant =>
  async (form) => {
    const subjectToken = readForm(form)
    const { token, scopes, expiresIn } = await workload
      .exchange({ subjectToken, scope: form.get('scope'), audience: form.get('audience') || undefined })
      .catch((error: unknown) => {
        throw answerTo(error)
      })
    return {
      access_token: token,
      issued_token_type: issuedType,
      token_type: 'Bearer',
      expires_in: expiresIn,
      scope: scopes.join(' '),
    }
  }

function readForm(form: TokenForm): string {
  const subjectToken = required(form, 'subject_token')
  if (!subjectTypes.includes(required(form, 'subject_token_type')))
    throw new OAuthError(
      'invalid_request',
      `The subject_token_type must be one of ${subjectTypes.join(', ')}.`,
    )
  for (const name of ['actor_token', 'actor_token_type'])
    if (form.get(name)) throw new OAuthError('invalid_request', `The field ${name} is not accepted.`)
  if (![undefined, '', issuedType].includes(form.get('requested_token_type')))
    throw new OAuthError('invalid_request', `The requested_token_type can only be ${issuedType}.`)
  if (form.get('resource'))
    throw new OAuthError('invalid_target', 'The field resource is not accepted: a token is for svc only.')
  return subjectToken
}

function answerTo(error: unknown): unknown {
  if (error instanceof ExchangeRefused) return new OAuthError(error.code, error.description)
  if (error instanceof IssuerAway)
    return new OAuthError(
      'temporarily_unavailable',
      'Whoever has signed the token cannot be asked for its keys right now.',
      error.retryAfter,
    )
  return error
}
