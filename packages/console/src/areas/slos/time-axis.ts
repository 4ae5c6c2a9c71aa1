import { placeIn, type Span } from './span.ts'
import { asDay } from './words.ts'

const dayMs = 86_400_000

/** Labels for a few days, at midnight. */
export function dayTicks(span: Span, most = 6) {
  const { from, until } = span
  const days = (until - from) / dayMs
  if (days < 1) return []
  const step = Math.max(1, Math.ceil(days / most))
  const midnight = new Date(from)
  midnight.setHours(24, 0, 0, 0)
  const count = Math.floor((until - midnight.getTime()) / dayMs / step) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    // By calendar day: twice a year a day is not 24 hours long.
    const at = new Date(midnight).setDate(midnight.getDate() + index * step)
    return { at: placeIn(span, at), label: asDay(at) }
  }).filter(({ at }) => at > 0.02 && at < 0.98)
}
