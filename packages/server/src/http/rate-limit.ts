import { CatalogError } from '@svc/model'

export interface RateLimit {
  readonly requests: number
  readonly seconds: number
}

const standard: RateLimit = { requests: 2_000, seconds: 10 }

/** `2000/10s`, or `off`. */
export function readRateLimit(text: string | undefined): RateLimit | undefined {
  if (text === undefined || text === '') return standard
  if (text === 'off') return undefined
  const [, requests, seconds] = /^(\d{1,9})\/(\d{1,6})s$/.exec(text) ?? []
  if (!Number(requests) || !Number(seconds)) {
    throw new Error(`SVC_RATE_LIMIT must be like 2000/10s, or off; it is ${JSON.stringify(text)}.`)
  }
  return { requests: Number(requests), seconds: Number(seconds) }
}

interface Window {
  endsAt: number
  left: number
}

export type LimitHeaders = Readonly<Record<string, string>>

/** Counts each credential's requests in fixed windows, in this process. */
export function createRateLimiter({ requests, seconds }: RateLimit, now: () => number = Date.now) {
  const windows = new Map<string, Window>()
  const policy = `"default";q=${requests};w=${seconds}`

  return (credentialId: string): LimitHeaders => {
    const at = now()
    let window = windows.get(credentialId)
    if (!window || window.endsAt <= at) {
      if (windows.size > 10_000) windows.clear()
      window = { endsAt: at + seconds * 1_000, left: requests }
      windows.set(credentialId, window)
    }
    window.left -= 1
    const wait = Math.max(1, Math.ceil((window.endsAt - at) / 1_000))
    const headers = {
      ratelimit: `"default";r=${Math.max(0, window.left)};t=${wait}`,
      'ratelimit-policy': policy,
    }
    if (window.left >= 0) return headers
    throw new CatalogError(
      'rate_limited',
      `More than ${requests} requests in ${seconds} seconds. Go on in ${wait} s.`,
      {
        headers: { ...headers, 'retry-after': String(wait) },
      },
    )
  }
}
