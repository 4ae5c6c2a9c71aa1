import { CatalogError } from '@svc/model'
import type { RateLimit } from '../services/rate-limit/budget.ts'
import type { LimitHeaders } from '../services/rate-limit/caller-limiter.ts'

const defaultLimit: RateLimit = { requests: 2_000, seconds: 10 }

/** `2000/10s`, or `off`. */
export function readRateLimit(text: string | undefined): RateLimit | undefined {
  if (text === undefined || text === '') return defaultLimit
  if (text === 'off') return undefined
  const [, requests, seconds] = /^(\d{1,9})\/(\d{1,6})s$/.exec(text) ?? []
  if (!Number(requests) || !Number(seconds)) {
    throw new Error(
      `--rate-limit (SVC_RATE_LIMIT) must be of the form 2000/10s, or off; it is ${JSON.stringify(text)}.`,
    )
  }
  return { requests: Number(requests), seconds: Number(seconds) }
}

interface Window {
  readonly endsAt: number
  left: number
}

const maxWindows = 10_000

/** Counts the requests of callers who are not authenticated yet, by subject, in this process. */
export function createRateLimiter({ requests, seconds }: RateLimit, now: () => number = Date.now) {
  // In the order in which they end.
  const windows = new Map<string, Window>()
  const policy = `"default";q=${requests};w=${seconds}`

  const begin = (subject: string, at: number): Window => {
    windows.delete(subject)
    // Only the one that ends first is dropped: nobody can make the server forget everyone's counts.
    const [oldest] = windows.keys()
    if (windows.size >= maxWindows && oldest !== undefined) windows.delete(oldest)
    const window = { endsAt: at + seconds * 1_000, left: requests }
    windows.set(subject, window)
    return window
  }

  return (subject: string): LimitHeaders => {
    const at = now()
    const known = windows.get(subject)
    const window = known && known.endsAt > at ? known : begin(subject, at)
    window.left -= 1
    const wait = Math.max(1, Math.ceil((window.endsAt - at) / 1_000))
    const headers = {
      ratelimit: `"default";r=${Math.max(0, window.left)};t=${wait}`,
      'ratelimit-policy': policy,
    }
    if (window.left >= 0) return headers
    throw new CatalogError(
      'rate_limited',
      `More than ${requests} requests in ${seconds} seconds. Try again in ${wait} s.`,
      {
        headers: { ...headers, 'retry-after': String(wait) },
      },
    )
  }
}
