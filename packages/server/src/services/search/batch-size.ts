/** How much is done at once, so that others hardly wait for it: it follows from how long the last ones took. */
export interface BatchSize {
  readonly size: number
  took(count: number, ms: number): void
}

const [least, most] = [250, 5_000]

export function createBatchSize(stepMs: number): BatchSize {
  let size = least
  return {
    get size() {
      return size
    },
    took(count, ms) {
      // At most twice as many as before, whatever one quick step suggests.
      if (count >= size) size = Math.round(Math.max(least, Math.min(most, 2 * size, size * (stepMs / ms))))
    },
  }
}
