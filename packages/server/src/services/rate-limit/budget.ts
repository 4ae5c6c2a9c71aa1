import type { MaybePromise } from '../../store/maybe-promise.ts'
import type { Reservations } from './reservations.ts'

export interface RateLimit {
  readonly requests: number
  readonly seconds: number
}

/** A subject's status after one more request. */
export interface LimitStatus {
  readonly isWithin: boolean
  /** As far as this process knows; others may have used some of it since. */
  readonly left: number
  readonly seconds: number
}

export interface Budget {
  /** Spends one request; synchronously if this process still holds a share of the subject's budget. */
  spend(subject: string): MaybePromise<LimitStatus>
  /** Starts to fetch a first share, which will be needed soon. */
  prepare(subject: string): void
}

interface Window {
  /** By the clock of this process. */
  endsAt: number
  /** By the database's clock; identifies the window. */
  sharedEnd: number
  /** What this process may still spend. */
  left: number
  /** What was left when this process last asked. */
  untaken: number
  spent: number
  asking: Promise<void> | undefined
}

const share = 0.05
const maxWindows = 10_000

/**
 * Counts in windows that all processes share. Each process reserves shares of a window's budget before it spends
 * them, so that together they never exceed the limit. Without a database each counts on its own.
 */
export function createBudget({ requests, seconds }: RateLimit, reservations: Reservations): Budget {
  // In the order in which they began, and so will end.
  const windows = new Map<string, Window>()
  const amount = Math.max(1, Math.floor(requests * share))
  const windowMs = seconds * 1_000

  const current = (subject: string): Window => {
    const at = performance.now()
    const known = windows.get(subject)
    if (known && known.endsAt > at) return known
    windows.delete(subject)
    evictOldest(windows)
    const endsAt = at + windowMs
    const begun = { endsAt, sharedEnd: 0, left: 0, untaken: requests, spent: 0, asking: undefined }
    windows.set(subject, begun)
    return begun
  }

  const ask = (subject: string, window: Window): Promise<void> => {
    window.asking ??= reserve(subject, window).finally(() => {
      window.asking = undefined
    })
    return window.asking
  }

  async function reserve(subject: string, window: Window): Promise<void> {
    const askedAt = performance.now()
    const given = await reservations.reserve({ subject, amount, windowMs })
    if (!given) {
      window.left = Math.max(0, requests - window.spent)
      window.untaken = 0
      return
    }
    // Shares of a window that is over expire with it.
    if (given.endsAt !== window.sharedEnd) Object.assign(window, { left: 0, spent: 0 })
    window.sharedEnd = given.endsAt
    // Counted from the time of the request, so that it ends here no later than in the database.
    window.endsAt = askedAt + given.endsInMs
    window.left += Math.max(0, Math.min(amount, requests - (given.taken - amount)))
    window.untaken = Math.max(0, requests - given.taken)
  }

  const statusOf = (isWithin: boolean, { left, untaken, endsAt }: Window): LimitStatus => ({
    isWithin,
    left: left + untaken,
    seconds: Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000)),
  })

  const spend = (subject: string, window = current(subject)): MaybePromise<LimitStatus> => {
    if (window.left > 0) {
      window.left -= 1
      window.spent += 1
      if (window.left <= amount / 2 && window.untaken > 0 && amount > 1) void ask(subject, window)
      return statusOf(true, window)
    }
    if (window.untaken === 0) return statusOf(false, window)
    // From this window, even if it has been evicted meanwhile.
    return ask(subject, window).then(() =>
      window.endsAt > performance.now() ? spend(subject, window) : spend(subject),
    )
  }

  return {
    spend: (subject) => spend(subject),
    prepare(subject) {
      const window = current(subject)
      if (window.left === 0 && window.untaken > 0) void ask(subject, window)
    },
  }
}

/** Evicts the one that ends first. Its subject gains nothing: what it has used is in the database. */
function evictOldest(windows: Map<string, unknown>): void {
  if (windows.size < maxWindows) return
  const [oldest] = windows.keys()
  if (oldest !== undefined) windows.delete(oldest)
}
