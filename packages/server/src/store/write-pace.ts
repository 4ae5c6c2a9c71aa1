import { performance } from 'node:perf_hooks'

/** While others are served, a commit comes no sooner than this after the last one. */
const gatherMs = 8
/** So many writes are worth a commit of their own at any time. */
const worthIt = 8
/** So many sockets had something to say since the last commit, if the loop has more to do than to write. */
const crowd = 16

export interface WritePace {
  /** How many milliseconds to wait for more writes, if so many are waiting. */
  waitFor(count: number): number
  committed(): void
}

export interface LoopClock {
  /** In milliseconds. */
  now(): number
  /** How many events the loop has handled so far. */
  events(): number
}

const loopClock: LoopClock = {
  now: () => performance.now(),
  events: () => performance.nodeTiming.uvMetricsInfo.events,
}

/**
 * A commit costs the same for one write as for a few, and keeps every reader waiting on SQLite. So while many are
 * reading, writes that come one by one wait a little for each other. Writers among themselves never do.
 */
export function createWritePace(clock = loopClock): WritePace {
  let endedAt = Number.NEGATIVE_INFINITY
  let eventsThen = 0
  return {
    waitFor(count) {
      if (count >= worthIt) return 0
      const left = gatherMs - (clock.now() - endedAt)
      return left > 0 && clock.events() - eventsThen >= crowd ? left : 0
    },
    committed() {
      endedAt = clock.now()
      eventsThen = clock.events()
    },
  }
}
