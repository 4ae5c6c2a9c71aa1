import type { Method } from '@svc/model'
import { wait } from './abort.ts'
import { retryableAfter } from './retryable.ts'
import { settle } from './settle.ts'
import type { Request, Send } from './transport.ts'

export interface RetryOptions {
  /** The maximum number of attempts; 1 for no retries. */
  readonly attempts?: number
  /** No attempt begins later than this after the first. */
  readonly totalMs?: number
  /** The first wait; each further one is twice as long, up to the maximum. */
  readonly firstWaitMs?: number
  readonly longestWaitMs?: number
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined
}

export interface RetryNotice {
  readonly method: Method
  readonly path: string
  /** The number of the failed attempt, from 1. */
  readonly attempt: number
  readonly error: Error
  readonly waitMs: number
}

const standard = { attempts: 10, totalMs: 120_000, firstWaitMs: 250, longestWaitMs: 8_000 }

export interface RetryContext {
  readonly retry: RetryOptions
  /** Ends all waiting. */
  readonly stop: AbortSignal | undefined
}

/** Adds retries to a transport, for failures that another attempt may fix. */
export function withRetries(send: Send, { retry, stop }: RetryContext): Send {
  const { attempts, totalMs, onRetry, ...waits } = { ...standard, ...retry }

  return async (request) => {
    const { method, path } = request
    const startedAt = performance.now()
    let isInDoubt = false
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(request)
      } catch (error) {
        const settled = isInDoubt ? await settle(send, request, error).catch(() => undefined) : undefined
        if (settled) return settled
        const retryable = canBeSentAgain(request) ? retryableAfter(error, request) : undefined
        if (!retryable || attempt >= attempts || stop?.aborted) throw error
        const waitMs = retryable.askedMs + backOffMs(attempt, waits)
        if (performance.now() - startedAt + waitMs > totalMs) throw error
        isInDoubt ||= retryable.mayBeDone
        onRetry?.({ method, path, attempt, error: retryable.error, waitMs })
        await wait(waitMs, [request.signal, stop])
      }
    }
  }
}

/** A stream is used up by the first attempt. */
const canBeSentAgain = ({ file }: Request): boolean => !(file?.content instanceof ReadableStream)

type Waits = Pick<typeof standard, 'firstWaitMs' | 'longestWaitMs'>

/** Half of it is random, so that clients that failed together do not retry together. */
function backOffMs(attempt: number, { firstWaitMs, longestWaitMs }: Waits): number {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1))
  return full * (1 - Math.random() / 2)
}
