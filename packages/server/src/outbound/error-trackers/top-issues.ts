import type { TrackedIssue } from '../error-trackers.ts'

/** A snapshot is a summary: the rest is in the tracker itself. */
export const maxIssues = 25

export const topIssues = (issues: readonly TrackedIssue[]): readonly TrackedIssue[] =>
  issues
    .toSorted(
      (a, b) =>
        (b.count24h ?? -1) - (a.count24h ?? -1) || (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? ''),
    )
    .slice(0, maxIssues)

/** The sum of `[time, count]` pairs, from a time on; null if they are anything else. */
export function sumOfPairs(pairs: unknown, since = 0): number | null {
  if (!Array.isArray(pairs)) return null
  let sum = 0
  for (const pair of pairs as readonly unknown[]) {
    if (!Array.isArray(pair)) return null
    const [at, count] = pair as readonly unknown[]
    if (typeof at !== 'number' || typeof count !== 'number' || !Number.isSafeInteger(count)) return null
    if (at >= since) sum += count
  }
  return Number.isSafeInteger(sum) && sum >= 0 ? sum : null
}
