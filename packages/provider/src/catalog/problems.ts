import { UnexpectedAnswerError, UnreachableError } from '@svc/client'
import { IdTokenError } from '@svc/client/pipeline'
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

/** A failure that a person can act on, on the attribute that the service names. */
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
  failure instanceof IdTokenError ||
  failure instanceof NotConfiguredError ||
  failure instanceof StoppedError

/** The API's own message is for those who write requests. */
const tokenRefused =
  'svc no longer accepts the token: it has expired or been revoked. Create a new one and set it as SVC_API_TOKEN, or as token in the provider block.'

const advices: Readonly<Partial<Record<ProblemCode, string>>> = {
  forbidden: 'Set a token that has it as SVC_API_TOKEN, or as token in the provider block.',
  payload_too_large: 'A whole resource must fit into that.',
  rate_limited:
    'The rate limit did not clear in time: lower -parallelism, or raise the rate limit of the server.',
  unavailable: 'Apply again later: objects that were already created are in the state.',
  internal: 'Look up this request id in the server log for details.',
}

const withRequest = (sentence: string, { headers }: CatalogError): string => {
  const id = headers['x-request-id']
  return id === undefined ? sentence : `${sentence}\n\nRequest id: ${id}`
}
