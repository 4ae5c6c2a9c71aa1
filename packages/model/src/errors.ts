/** Every way a request can fail, with the status it maps to. */
export const problems = {
  invalid_request: { status: 400, about: 'The request is not valid; `details` says where.' },
  quota_exceeded: {
    status: 400,
    about: 'The organisation has reached a quota; the message names it.',
  },
  unauthenticated: {
    status: 401,
    about: 'The credential is missing, malformed, unknown, expired or revoked.',
  },
  forbidden: {
    status: 403,
    about: 'The credential lacks the required scope, or this is not possible in test mode.',
  },
  reauthentication_required: {
    status: 403,
    about:
      'The session must prove again who it belongs to, with `POST /auth/reauthenticate`. Tokens and keys never get this.',
  },
  second_factor_required: {
    status: 403,
    about:
      'The organisation requires a second factor, and the person has none: the session can only add one. Tokens and keys never get this.',
  },
  not_found: { status: 404, about: 'There is no such record in this organisation and mode.' },
  method_not_allowed: {
    status: 405,
    about: 'The path exists but does not support this method; `Allow` lists those it does.',
  },
  request_timeout: { status: 408, about: 'The request did not arrive in time.' },
  duplicate: { status: 409, about: 'A record with the same identity already exists.' },
  version_conflict: { status: 409, about: 'The record has changed since the version that was sent.' },
  not_restorable: {
    status: 409,
    about: 'What was deleted cannot come back; the message says why, and `details` what is in the way.',
  },
  still_needed: {
    status: 409,
    about: 'Something else still depends on this; the message says what, and what to do first.',
  },
  idempotency_conflict: {
    status: 422,
    about:
      'The idempotency key was used before with another request (422), or its first request is still running (409).',
  },
  gone: {
    status: 410,
    about:
      'The position in the change feed belongs to a history that the database no longer has; read again from the start.',
  },
  precondition_failed: { status: 412, about: 'The record no longer matches `If-Match`.' },
  payload_too_large: {
    status: 413,
    about: 'The body is larger than 1 MiB, or than the maximum that the operation names.',
  },
  unsupported_media_type: {
    status: 415,
    about: 'The body is not JSON, or not a file of a type that the operation takes.',
  },
  headers_too_large: {
    status: 431,
    about: 'The headers and the URL of the request together are larger than 16 KiB.',
  },
  rate_limited: { status: 429, about: 'Too many requests; `Retry-After` says when to try again.' },
  internal: { status: 500, about: 'Something went wrong in svc; look up the request id in its log.' },
  upstream_unavailable: {
    status: 502,
    about: 'Another service that svc needs for this did not respond as expected.',
  },
  unavailable: {
    status: 503,
    about: 'The service is temporarily unavailable; `Retry-After` says when to try again.',
  },
} as const

/** A header of a 503: it is not known whether the write was done, so repeat it only if doing it twice is safe. */
export const unknownOutcome = { 'svc-outcome': 'unknown' } as const

export type ProblemCode = keyof typeof problems

export interface ProblemDetail {
  readonly path: string
  readonly message: string
}

export interface ProblemOptions {
  readonly details?: readonly ProblemDetail[]
  readonly headers?: Readonly<Record<string, string>>
  /** For codes that can have two statuses. */
  readonly status?: number
  readonly cause?: unknown
}

export class CatalogError extends Error {
  override readonly name = 'CatalogError'
  readonly code: ProblemCode
  readonly details: readonly ProblemDetail[] | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly status: number

  constructor(code: ProblemCode, message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.details = options.details
    this.headers = options.headers ?? {}
    this.status = options.status ?? problems[code].status
  }
}

/** An error about one field of the body or one query parameter. */
export const invalid = (path: string, message: string): CatalogError =>
  new CatalogError('invalid_request', `${path} ${message}.`, { details: [{ path, message }] })
