/** A piece of long work: it lets everything else run every few milliseconds, and knows when it has had its share. */
export interface Pace {
  /** Call it often: mostly it returns at once. */
  pause(): Promise<void>
  /** Whether the work should stop at the next good place and go on later. */
  readonly isSpent: boolean
}

/** Short enough that a request hardly notices, long enough that turning the loop costs next to nothing. */
const sliceMs = 4

/** Without it, work that never waits by itself (as on SQLite) would hold the event loop until its end. */
export function startPace(shareMs = Number.POSITIVE_INFINITY): Pace {
  const startedAt = performance.now()
  let turnedAt = startedAt
  return {
    async pause() {
      if (performance.now() - turnedAt < sliceMs) return
      await new Promise((resolve) => setImmediate(resolve))
      turnedAt = performance.now()
    },
    get isSpent() {
      return performance.now() - startedAt >= shareMs
    },
  }
}
