/** How many events there were, and how many of them were good. */
export interface Counts {
  readonly good: number
  readonly total: number
}

/** Counts from one time to another, the end excluded. */
export interface CountedInterval extends Counts {
  readonly startsAt: string
  readonly endsAt: string
}

export interface Bucket extends Counts {
  readonly startsAt: string
}

export const none: Counts = { good: 0, total: 0 }

export const added = (a: Counts, b: Counts): Counts => ({ good: a.good + b.good, total: a.total + b.total })

export const scaled = ({ good, total }: Counts, share: number): Counts => ({
  good: good * share,
  total: total * share,
})

/** The counts of an interval, spread evenly over the buckets that it lies in. */
export function* spread(interval: CountedInterval, minutes: number): Generator<Bucket> {
  const [from, to] = [Date.parse(interval.startsAt), Date.parse(interval.endsAt)]
  const length = minutes * 60_000
  for (let start = Math.floor(from / length) * length; start < to; start += length) {
    const share = (Math.min(to, start + length) - Math.max(from, start)) / (to - from)
    yield { startsAt: new Date(start).toISOString(), ...scaled(interval, share) }
  }
}

/** What was counted since a time; of the bucket that it falls into, the part after it. */
export function countsSince(buckets: readonly Bucket[], minutes: number, since: Date): Counts {
  const length = minutes * 60_000
  let sum = none
  for (const bucket of buckets) {
    const after = Date.parse(bucket.startsAt) + length - since.getTime()
    if (after > 0) sum = added(sum, scaled(bucket, Math.min(1, after / length)))
  }
  return sum
}
