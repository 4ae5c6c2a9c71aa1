import { CatalogError } from '@svc/model'
import { ForbiddenAddressError, UpstreamError } from '../../../outbound/errors.ts'
import { expectedErrorMessage } from '../../expected-errors.ts'
import { Refused } from '../refused.ts'
import { Unreadable } from '../saml/unreadable.ts'
import { TokenError } from '../signed-token.ts'

const maxSaid = 200

/** What a failure means for the person and for the admins; undefined for a failure of svc itself. */
export async function refusalOf(error: unknown): Promise<Refused | undefined> {
  if (error instanceof Refused) return error
  if (error instanceof TokenError || error instanceof Unreadable)
    return new Refused('invalid_answer', error.message, { cause: error })
  const away = causeIn(error, isAway)
  if (away) return new Refused('provider_unavailable', (away as Error).message, { cause: error })
  if (error instanceof CatalogError && error.status < 500)
    return new Refused('not_allowed', error.message, { cause: error })
  const expected = expectedErrorMessage(error)
  if (expected !== undefined) return new Refused('provider_unavailable', expected, { cause: error })
  const { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError, ClientError } =
    await import('openid-client')
  if (error instanceof AuthorizationResponseError) return saidBy(error)
  if (error instanceof ResponseBodyError)
    return new Refused(
      error.error === 'invalid_grant' ? 'invalid_answer' : 'refused_by_provider',
      `The token endpoint answered ${quoted(error.error)}${described(error.error_description)}.`,
      { cause: error },
    )
  if (error instanceof WWWAuthenticateChallengeError)
    return new Refused(
      'refused_by_provider',
      `The provider answered with status ${error.status}: it does not accept the client id, its secret, or the access token that it gave.`,
      { cause: error },
    )
  if (error instanceof ClientError || isJose(error))
    return new Refused('invalid_answer', `The answer is not acceptable: ${detailOf(error)}.`, {
      cause: error,
    })
  return undefined
}

/** As the provider put it, in the address that it sent the person back to. */
function saidBy(error: { readonly error: string; readonly error_description?: string | undefined }): Refused {
  const isAwayThere = error.error === 'temporarily_unavailable' || error.error === 'server_error'
  return new Refused(
    isAwayThere ? 'provider_unavailable' : 'refused_by_provider',
    `The provider answered ${quoted(error.error)}${described(error.error_description)}.`,
    { cause: error },
  )
}

/** The library itself only says what kind of failure it is; what exactly was wrong is in its cause. */
function detailOf({ message, cause }: Error): string {
  if (cause instanceof Error) return cause.message
  return cause instanceof Response ? `${message} ${cause.status}` : message
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, maxSaid))
const described = (text: string | undefined): string => (text ? ` (${quoted(text)})` : '')

const isAway = (error: unknown): boolean =>
  error instanceof UpstreamError ||
  error instanceof ForbiddenAddressError ||
  (error instanceof CatalogError && error.status === 503)

function causeIn(error: unknown, isMeant: (error: unknown) => boolean): unknown {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    if (isMeant(one)) return one
  return undefined
}

const isJose = (error: unknown): error is Error =>
  error instanceof Error && /^ERR_J/.test((error as Error & { code?: string }).code ?? '')
