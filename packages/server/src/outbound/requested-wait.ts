import type { GuardedResponse } from './guarded-fetch.ts'

/**
 * How long an API asks clients to wait, by whichever header it uses: the standard one, PagerDuty's,
 * Opsgenie's or Sentry's.
 */
export function requestedWaitMs(headers: GuardedResponse['headers'], now = Date.now()): number | undefined {
  return (
    retryAfterMs(headers['retry-after'], now) ??
    secondsIn(headers['ratelimit-reset']) ??
    secondsIn(headers['x-ratelimit-period-in-sec']) ??
    until(secondsIn(headers['x-sentry-rate-limit-reset']), now)
  )
}

/** A `Retry-After` header: seconds, or a date. */
export const retryAfterMs = (header = '', now = Date.now()): number | undefined =>
  secondsIn(header) ?? (/ GMT$/.test(header) ? until(Date.parse(header), now) : undefined)

/** In milliseconds. */
const secondsIn = (text = ''): number | undefined =>
  /^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) * 1_000 : undefined

const until = (at = Number.NaN, now: number): number | undefined =>
  Number.isNaN(at) ? undefined : Math.max(0, at - now)
