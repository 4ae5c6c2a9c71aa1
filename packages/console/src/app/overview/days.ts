import type { TimelineEntry } from '@svc/model'

const dayMs = 86_400_000

export interface Day {
  /** In UTC, `2026-11-16`. */
  readonly day: string
  /** How much of the error budget was left, in per cent; null where it is unknown. */
  readonly left: number | null
  readonly entries: readonly TimelineEntry[]
}

interface Timeline {
  readonly from: string
  readonly to: string
  readonly entries: readonly TimelineEntry[]
  readonly budget: {
    readonly days: readonly { readonly day: string; readonly percentUsed: number | null }[]
  } | null
}

/** Every day of a timeline, with what is known of it. */
export function daysOf({ from, to, entries, budget }: Timeline): readonly Day[] {
  const used = new Map(budget?.days.map(({ day, percentUsed }) => [day, percentUsed]))
  const byDay = Map.groupBy(entries, ({ at }) => at.slice(0, 10))
  const days: Day[] = []
  for (let at = Date.parse(from.slice(0, 10)); at < Date.parse(to); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    const percent = used.get(day) ?? null
    days.push({ day, left: percent === null ? null : 100 - percent, entries: byDay.get(day) ?? [] })
  }
  return days
}

/** Where a time is between the first day and the last, from 0 to 1. */
export function placeOf(at: string, days: readonly Day[]): number {
  const first = Date.parse(days[0]?.day ?? at)
  const span = Math.max(1, days.length - 1) * dayMs
  return Math.min(1, Math.max(0, (Date.parse(at.slice(0, 10)) - first) / span))
}
