const windowMs = 1_000

/** Counts writes, to know how many there are in a second. */
export function createPace() {
  let startedAt = 0
  let count = 0
  let before = 0
  return {
    note(): void {
      const now = performance.now()
      if (now - startedAt > windowMs) {
        before = now - startedAt > 2 * windowMs ? 0 : count
        startedAt = now
        count = 0
      }
      count += 1
    },
    perSecond: (): number => Math.max(count, before),
  }
}
