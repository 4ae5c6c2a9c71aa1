const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The waits between attempts: with the first, ten attempts in a little more than three days. */
export const retryWaitsMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

const maxWaitMs = 24 * hour

/** How long to wait after a number of failed attempts; undefined once the message is given up. */
export function waitAfter(
  attempts: number,
  {
    waits,
    retryAfterMs,
    random,
  }: { waits: readonly number[]; retryAfterMs: number | undefined; random: number },
): number | undefined {
  const planned = waits[attempts - 1]
  if (planned === undefined) return undefined
  // Jitter, so that receivers that failed together are not retried together.
  const spread = planned * (0.9 + 0.2 * random)
  return Math.min(maxWaitMs, Math.max(spread, retryAfterMs ?? 0))
}
