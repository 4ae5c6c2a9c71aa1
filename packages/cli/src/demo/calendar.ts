import type { Random } from './random.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Office hours, UTC. */
const opens = 7.5
const closes = 17.5

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs)

/** A moment of working time that many days ago, or on the last working day before that. */
export function workingTime(now: Date, daysAgo: number, random: Random): Date {
  const day = startOfDay(later(now, -daysAgo * dayMs))
  const moment = later(lastWorkday(day), random.between(opens, closes) * hourMs)
  return moment < now ? moment : lastWorkday(later(moment, -dayMs))
}

function lastWorkday(at: Date): Date {
  const weekday = at.getUTCDay()
  if (weekday === 6) return later(at, -dayMs)
  return weekday === 0 ? later(at, -2 * dayMs) : at
}

/** The moment itself, or the next working morning. */
export function nextWorkingTime(at: Date): Date {
  const day = startOfDay(at)
  const hour = (at.getTime() - day.getTime()) / hourMs
  // What is moved from one night does not all start at once: it is spread over an hour, in order.
  const morning = (opens + hour / 24) * hourMs
  if (hour > closes) return skipWeekend(later(day, dayMs + morning))
  return skipWeekend(hour < opens ? later(day, morning) : at)
}

export function skipWeekend(at: Date): Date {
  const weekday = at.getUTCDay()
  if (weekday === 6) return later(at, 2 * dayMs)
  return weekday === 0 ? later(at, dayMs) : at
}

/** Brambling's time zone, and when one week's shift hands over to the next. */
export const handover = { weekday: 'monday', time: '09:00', timeZone: 'Europe/Berlin' } as const

export interface Shift {
  readonly startsAt: Date
  readonly endsAt: Date
}

/**
 * The current weekly shift, or the one that many weeks before or after it: handovers stay at nine when the
 * clocks change.
 */
export function shiftOf(now: Date, weeksLater = 0): Shift {
  const local = now.toTemporalInstant().toZonedDateTimeISO(handover.timeZone)
  const monday = local.subtract({ days: local.dayOfWeek - 1 }).withPlainTime(handover.time)
  const isNext = Temporal.ZonedDateTime.compare(monday, local) > 0
  const start = monday.add({ weeks: weeksLater - (isNext ? 1 : 0) })
  return { startsAt: dateOf(start), endsAt: dateOf(start.add({ weeks: 1 })) }
}

const dateOf = (at: Temporal.ZonedDateTime): Date => new Date(at.epochMilliseconds)
