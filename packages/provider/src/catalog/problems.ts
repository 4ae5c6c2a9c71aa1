import { UnexpectedAnswerError, UnreachableError } from '@svc/client'
import { CatalogError, type Kind, type ProblemCode } from '@svc/model'
import { type Diagnostic, error, spelledPath } from '../protocol/diagnostic.ts'
import type { Column } from './attributes.ts'
import { attributePath, inCodeWords } from './paths.ts'
import { NotConfiguredError, StoppedError } from './session.ts'

/** What was being done when it failed, completing "Could not …": `create the API "Orders"`. */
export interface Attempt {
  readonly doing: string
  readonly kind: Kind
  readonly columns: readonly Column[]
}

/** A failure as a person can act on it, on the very attribute where the service names one. */
export function toDiagnostics(failure: unknown, attempt: Attempt): readonly Diagnostic[] {
  const summary = `Could not ${attempt.doing}`
  if (isSelfExplaining(failure)) return [error(summary, failure.message)]
  if (!(failure instanceof CatalogError)) throw failure
  const named = (failure.details ?? []).flatMap(({ path, message }) => {
    const place = attributePath(attempt.columns, path.split('/'))
    if (place.length === 0) return []
    const sentence = `${spelledPath(place)} ${inCodeWords(attempt.kind, message)}.`
    return [error(summary, withRequest(sentence, failure), place)]
  })
  if (named.length > 0) return named
  const sentence =
    failure.code === 'unauthenticated' ? tokenRefused : inCodeWords(attempt.kind, failure.message)
  const advice = advices[failure.code]
  return [error(summary, withRequest(advice === undefined ? sentence : `${sentence} ${advice}`, failure))]
}

const isSelfExplaining = (failure: unknown): failure is Error =>
  failure instanceof UnreachableError ||
  failure instanceof UnexpectedAnswerError ||
  failure instanceof NotConfiguredError ||
  failure instanceof StoppedError

/** What the API says about that is for those who write requests. */
const tokenRefused =
  'svc refuses the token now: it has expired or been revoked. Create a new one and set it as SVC_API_TOKEN, or as token in the provider block.'

const advices: Readonly<Partial<Record<ProblemCode, string>>> = {
  forbidden: 'Set a token that has it as SVC_API_TOKEN, or as token in the provider block.',
  payload_too_large: 'All that one resource says must fit into that.',
  rate_limited:
    'svc was asked to slow down for too long: lower -parallelism, or raise the rate limit of the server.',
  unavailable: 'Apply again in a while: what was made is kept in the state.',
  internal: 'The server log has more under this request id.',
}

const withRequest = (sentence: string, { headers }: CatalogError): string => {
  const id = headers['x-request-id']
  return id === undefined ? sentence : `${sentence}\n\nRequest id: ${id}`
}
