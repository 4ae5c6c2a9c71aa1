import { CatalogError, unknownOutcome } from '@svc/model'
import { UnexpectedAnswerError, UnreachableError } from './errors.ts'
import { retryAfterMs } from './retry-after.ts'
import type { Request } from './transport.ts'

export interface Retryable {
  readonly error: Error
  /** How long the server asks to wait. */
  readonly askedMs: number
  /** Whether the failed attempt may have been carried out nevertheless. */
  readonly mayBeDone: boolean
}

/** Whether another attempt may succeed and does no harm. */
export function retryableAfter(error: unknown, request: Request): Retryable | undefined {
  if (error instanceof UnreachableError) return afterNoAnswer(error, request)
  if (error instanceof CatalogError) return afterProblem(error, request)
  if (error instanceof UnexpectedAnswerError) return afterUnexpectedAnswer(error, request)
  return undefined
}

const isHopeless = {
  name: true,
  certificate: true,
  protocol: true,
  refused: false,
  timeout: false,
  connection: false,
} as const

function afterNoAnswer(error: UnreachableError, request: Request): Retryable | undefined {
  const { reason, mayHaveArrived } = error
  if (isHopeless[reason] || (mayHaveArrived && !isRepeatable(request))) return undefined
  return { error, askedMs: 0, mayBeDone: mayHaveArrived }
}

/** A 502 from svc itself is not retried: it is about another service, which svc has just called. */
function afterProblem(error: CatalogError, request: Request): Retryable | undefined {
  const { code, status, headers } = error
  const isStillRunning = code === 'idempotency_conflict' && status === 409
  if (code !== 'rate_limited' && code !== 'unavailable' && !isStillRunning) return undefined
  const mayBeDone = headers['svc-outcome'] === unknownOutcome['svc-outcome']
  if (mayBeDone && !isRepeatable(request)) return undefined
  return { error, askedMs: retryAfterMs(headers['retry-after']), mayBeDone }
}

/**
 * Proxies also limit rates, and respond for a server that is down (503) or that failed during the request (502, 504;
 * some use 503 for that as well).
 */
function afterUnexpectedAnswer(error: UnexpectedAnswerError, request: Request): Retryable | undefined {
  const { status, headers } = error
  const isRefusal = status === 429 || status === 503
  const isLoss = status === 502 || status === 504
  if (!isRefusal && !(isLoss && isRepeatable(request))) return undefined
  return { error, askedMs: retryAfterMs(headers['retry-after']), mayBeDone: status !== 429 }
}

/**
 * Whether it is safe to repeat a request that may have been carried out. A POST is done once per key. A PATCH sets
 * the same values again, but without `If-Match` could undo what another has written in between.
 */
function isRepeatable({ method, ifMatch, idempotencyKey }: Request): boolean {
  if (method === 'POST') return idempotencyKey !== undefined
  return method !== 'PATCH' || typeof ifMatch === 'string'
}
