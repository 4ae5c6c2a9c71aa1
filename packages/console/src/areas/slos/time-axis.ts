import type { Moment } from './history.ts'
import { asDay } from './words.ts'

const dayMs = 86_400_000

/** The position of each point between the first and the last. */
export function placesOf(moments: readonly Moment[]): readonly number[] {
  const first = moments[0]?.at ?? 0
  const span = (moments.at(-1)?.at ?? 0) - first
  return moments.map(({ at }) => (span === 0 ? 0.5 : (at - first) / span))
}

/** Labels for a few days, at midnight. */
export function dayTicks(moments: readonly Moment[]) {
  const first = moments[0]?.at ?? 0
  const last = moments.at(-1)?.at ?? 0
  const days = (last - first) / dayMs
  if (days < 1) return []
  const step = Math.max(1, Math.ceil(days / 6))
  const midnight = new Date(first)
  midnight.setHours(24, 0, 0, 0)
  const count = Math.floor((last - midnight.getTime()) / dayMs / step) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    // By calendar day: twice a year a day is not 24 hours long.
    const at = new Date(midnight).setDate(midnight.getDate() + index * step)
    return { at: (at - first) / (last - first), label: asDay(at) }
  }).filter(({ at }) => at > 0.02 && at < 0.98)
}
