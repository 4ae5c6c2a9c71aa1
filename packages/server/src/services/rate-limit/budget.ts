import type { Lender } from './lender.ts'
import type { MaybePromise } from '../../store/maybe-promise.ts'

export interface RateLimit {
  readonly requests: number
  readonly seconds: number
}

/** Where a subject stands after it has asked for one more request. */
export interface Standing {
  readonly isWithin: boolean
  /** As far as this process knows; others may have taken some of it since. */
  readonly left: number
  readonly seconds: number
}

export interface Budget {
  /** Spends one request; at once where this process still holds a share of the subject's budget. */
  spend(subject: string): MaybePromise<Standing>
  /** Begins to fetch a first share, which will be needed soon. */
  prepare(subject: string): void
}

interface Window {
  /** By the clock of this process. */
  endsAt: number
  /** By the database's clock, which names the window. */
  sharedEnd: number
  /** What this process may still spend. */
  left: number
  /** What nobody had taken when this process last asked. */
  untaken: number
  spent: number
  asking: Promise<void> | undefined
}

const share = 0.05
const maxWindows = 10_000

/**
 * Counts in windows that are the same for all processes. Each of them books shares of a window's budget before it
 * spends them, so that together they never spend more than the limit. Without a database each counts for itself.
 */
export function createBudget({ requests, seconds }: RateLimit, lender: Lender): Budget {
  // In the order in which they began, which is the order in which they end.
  const windows = new Map<string, Window>()
  const amount = Math.max(1, Math.floor(requests * share))
  const windowMs = seconds * 1_000

  const current = (subject: string): Window => {
    const at = performance.now()
    const known = windows.get(subject)
    if (known && known.endsAt > at) return known
    windows.delete(subject)
    makeRoom(windows)
    const endsAt = at + windowMs
    const begun = { endsAt, sharedEnd: 0, left: 0, untaken: requests, spent: 0, asking: undefined }
    windows.set(subject, begun)
    return begun
  }

  const ask = (subject: string, window: Window): Promise<void> => {
    window.asking ??= book(subject, window).finally(() => {
      window.asking = undefined
    })
    return window.asking
  }

  async function book(subject: string, window: Window): Promise<void> {
    const askedAt = performance.now()
    const given = await lender.take({ subject, amount, windowMs })
    if (!given) {
      window.left = Math.max(0, requests - window.spent)
      window.untaken = 0
      return
    }
    // What was booked in a window that is over is lost with it.
    if (given.endsAt !== window.sharedEnd) Object.assign(window, { left: 0, spent: 0 })
    window.sharedEnd = given.endsAt
    // Counted from when it was asked, so that it ends here no later than there.
    window.endsAt = askedAt + given.endsInMs
    window.left += Math.max(0, Math.min(amount, requests - (given.taken - amount)))
    window.untaken = Math.max(0, requests - given.taken)
  }

  const standing = (isWithin: boolean, { left, untaken, endsAt }: Window): Standing => ({
    isWithin,
    left: left + untaken,
    seconds: Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000)),
  })

  const spend = (subject: string, window = current(subject)): MaybePromise<Standing> => {
    if (window.left > 0) {
      window.left -= 1
      window.spent += 1
      if (window.left <= amount / 2 && window.untaken > 0 && amount > 1) void ask(subject, window)
      return standing(true, window)
    }
    if (window.untaken === 0) return standing(false, window)
    // From this window, also where so many came that it is no longer among those that are kept.
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

/** The one that ends first goes. Its subject gets nothing back by that: what it has taken stands in the database. */
function makeRoom(windows: Map<string, unknown>): void {
  if (windows.size < maxWindows) return
  const [oldest] = windows.keys()
  if (oldest !== undefined) windows.delete(oldest)
}
