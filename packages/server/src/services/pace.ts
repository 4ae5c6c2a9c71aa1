/** Paces a piece of long work: yields to everything else every few milliseconds, and knows when its time is up. */
export interface Pace {
  /** Call it often: it usually returns at once. */
  pause(): Promise<void>
  /** Whether pausing would yield, for loops in which even a promise each time is too much. */
  readonly isDue: boolean
  /** Whether the work should stop at the next good point and continue later. */
  readonly isSpent: boolean
}

/** Short enough that a request hardly notices, long enough that yielding costs next to nothing. */
const sliceMs = 4

/** Without it, work that never waits for I/O (as on SQLite) would block the event loop until it ends. */
export function startPace(shareMs = Number.POSITIVE_INFINITY): Pace {
  const startedAt = performance.now()
  let turnedAt = startedAt
  return {
    async pause() {
      if (performance.now() - turnedAt < sliceMs) return
      await new Promise((resolve) => setImmediate(resolve))
      turnedAt = performance.now()
    },
    get isDue() {
      return performance.now() - turnedAt >= sliceMs
    },
    get isSpent() {
      return performance.now() - startedAt >= shareMs
    },
  }
}
