import { performance } from 'node:perf_hooks'

/** While others are served, a commit comes no sooner than this after the last one. */
const gatherMs = 20
/** So many writes are worth a commit of their own at any time. */
const worthIt = 8
/** More events than this since the last commit mean that the loop has more to do than write. */
const crowd = 16
/** What a write itself adds to that, on a connection of its own. */
const eventsOfWrite = 3
/** After so many waits that nobody joined, the writer is alone. */
const maxInVain = 2

export interface WritePace {
  /** Waits for more writes if that is worthwhile. */
  gather(queue: ArrayLike<unknown>): Promise<void>
  /** Another write has come; `count` are waiting now. */
  arrived(count: number): void
  /** `count` writes were committed together. */
  committed(count: number): void
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
 * A commit costs about the same for one write as for a few: on SQLite it keeps every reader waiting, on PostgreSQL it
 * takes several round trips, and either way readers look again at what has changed. So while the loop is busy, writes
 * that come one by one wait a little for each other. A lone writer stops waiting until two writes meet again.
 */
export function createWritePace(clock = loopClock): WritePace {
  let endedAt = Number.NEGATIVE_INFINITY
  let eventsThen = 0
  let inVain = 0
  let goOn: (() => void) | undefined

  function msToWait(count: number): number {
    if (count >= worthIt || inVain >= maxInVain) return 0
    const isCrowded = clock.events() - eventsThen >= crowd + eventsOfWrite * count
    return isCrowded ? Math.max(0, gatherMs - (clock.now() - endedAt)) : 0
  }

  return {
    async gather(queue) {
      const before = queue.length
      const ms = msToWait(before)
      if (ms === 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        goOn = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      goOn = undefined
      // Those that were already waiting have not joined.
      inVain = queue.length > Math.max(1, before) ? 0 : inVain + 1
    },
    arrived(count) {
      if (count >= worthIt) goOn?.()
    },
    committed(count) {
      if (count > 1) inVain = 0
      endedAt = clock.now()
      eventsThen = clock.events()
    },
  }
}
