/** Every way a request can fail, with the status it maps to. The only list of its kind. */
export const problems = {
  invalid_request: { status: 400, about: 'The request is not valid; `details` says where.' },
  quota_exceeded: {
    status: 400,
    about: 'The organisation has as much of this as it may have; the message names the quota.',
  },
  unauthenticated: {
    status: 401,
    about: 'The credential is missing, malformed, unknown, expired or revoked.',
  },
  forbidden: {
    status: 403,
    about: 'The credential lacks the scope that this needs, or this cannot be done in test mode.',
  },
  not_found: { status: 404, about: 'There is no such record in this organisation and mode.' },
  method_not_allowed: {
    status: 405,
    about: 'The address exists, the method does not; `Allow` lists those that do.',
  },
  request_timeout: { status: 408, about: 'The request did not arrive in time.' },
  duplicate: { status: 409, about: 'A record with the same identity already exists.' },
  version_conflict: { status: 409, about: 'The record has changed since the version that was sent.' },
  still_needed: {
    status: 409,
    about: 'Something else still depends on this; the message says what, and what to do first.',
  },
  idempotency_conflict: {
    status: 422,
    about:
      'The idempotency key was used before with another request (422), or its first request still runs (409).',
  },
  gone: {
    status: 410,
    about:
      'The place in the change feed is from a history that the database no longer has; read again from the start.',
  },
  precondition_failed: { status: 412, about: 'The record no longer matches `If-Match`.' },
  payload_too_large: {
    status: 413,
    about: 'The body is larger than 1 MiB, or than 8 MiB where reports come in.',
  },
  unsupported_media_type: { status: 415, about: 'The body is not JSON.' },
  headers_too_large: {
    status: 431,
    about: 'The head of the request, its address included, is larger than 16 KiB.',
  },
  rate_limited: { status: 429, about: 'Too many requests; `Retry-After` says when to go on.' },
  internal: { status: 500, about: 'Something went wrong here; the request id finds it in the log.' },
  upstream_unavailable: {
    status: 502,
    about: 'A service that svc depends on for this did not answer as it should.',
  },
  unavailable: {
    status: 503,
    about: 'The service cannot answer at the moment; `Retry-After` says when to try again.',
  },
} as const

/** A header of a 503: whether the write was done is not known, so only what may be done twice is to be repeated. */
export const unknownOutcome = { 'svc-outcome': 'unknown' } as const

export type ProblemCode = keyof typeof problems

export interface ProblemDetail {
  readonly path: string
  readonly message: string
}

export interface ProblemOptions {
  readonly details?: readonly ProblemDetail[]
  readonly headers?: Readonly<Record<string, string>>
  /** Where one code answers with two statuses. */
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

/** A refusal that points at one field of the body or one query parameter. */
export const invalid = (path: string, message: string): CatalogError =>
  new CatalogError('invalid_request', `${path} ${message}.`, { details: [{ path, message }] })
