/** One reason why parts of a job's work could not be done. */
export interface Failed {
  readonly reason: string
  readonly count: number
  /** Some of what it was about. */
  readonly subjects: readonly string[]
}

export interface Failures {
  add(subject: string, reason: string): void
  readonly count: number
  /** The most frequent reasons first. */
  byReason(): readonly Failed[]
}

/** More different reasons, or examples of each, help nobody. */
const maxReasons = 20
const maxSubjects = 5

/** What a run could not do, by its reasons: as much memory for a million failures as for a few. */
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
