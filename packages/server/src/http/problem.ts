import { CatalogError, type ProblemCode, unknownOutcome } from '@svc/model'
import { DatabaseUnavailable } from '../services/database-outage.ts'
import type { Answer } from './answer.ts'

/** The one place where a failure becomes an answer. */
export function problemAnswer(error: unknown, requestId: string): Answer {
  const problem = asProblem(error)
  const { code, message, details, headers, status } = problem
  return {
    status,
    body: JSON.stringify({ code, message, ...(details && { details }), requestId }),
    headers,
  }
}

export function asProblem(error: unknown): CatalogError {
  if (error instanceof CatalogError) return error
  if (error instanceof DatabaseUnavailable) {
    const headers = {
      'retry-after': String(error.retryAfterSeconds),
      ...(error.trouble === 'unknown-outcome' && unknownOutcome),
    }
    return new CatalogError('unavailable', error.message, { headers, cause: error })
  }
  const known = codeOf(error)
  if (known) return new CatalogError(known.code, known.message, { cause: error })
  return new CatalogError(
    'internal',
    'Something went wrong on the server. Look up the request id in its log.',
    {
      cause: error,
    },
  )
}

/** What the framework refuses before a handler runs, in our words. */
const frameworkErrors: Readonly<Record<string, { readonly code: ProblemCode; readonly message: string }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'The body must be JSON: send Content-Type: application/json.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 'invalid_request',
    message: 'The body is empty; it must be a JSON object.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid_request', message: 'The body is not valid JSON.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_request',
    message: 'The length of the body does not match Content-Length.',
  },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', message: 'Not found: no record has an id this long.' },
  FST_ERR_BAD_URL: { code: 'invalid_request', message: 'The address is not a valid URL.' },
}

function codeOf(error: unknown): { readonly code: ProblemCode; readonly message: string } | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? frameworkErrors[code] : undefined
  if (known) return known
  const isTheirs = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return isTheirs && error instanceof Error
    ? { code: 'invalid_request', message: error.message.replace(/\.?$/, '.') }
    : undefined
}
