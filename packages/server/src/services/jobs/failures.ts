/** One reason why parts of a job's work could not be done. */
export interface Failed {
  readonly reason: string
  readonly count: number
  /** Some of the affected items. */
  readonly subjects: readonly string[]
}

export interface Failures {
  add(subject: string, reason: string): void
  readonly count: number
  /** The most frequent reasons first. */
  byReason(): readonly Failed[]
}

/** More reasons, or more examples of each, would not help anyone. */
const maxReasons = 20
const maxSubjects = 5

/** Failures of a run by reason: uses no more memory for a million failures than for a few. */
export function createFailures(): Failures {
  const known = new Map<string, { count: number; readonly subjects: string[] }>()
  let count = 0
  return {
    add(subject, reason) {
      count += 1
      const before = known.get(reason)
      if (before) {
        before.count += 1
        if (before.subjects.length < maxSubjects) before.subjects.push(subject)
      } else if (known.size < maxReasons) known.set(reason, { count: 1, subjects: [subject] })
    },
    get count() {
      return count
    },
    byReason: () =>
      Array.from(known, ([reason, of]) => ({ reason, ...of })).toSorted((a, b) => b.count - a.count),
  }
}
