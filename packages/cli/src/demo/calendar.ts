import type { Random } from './random.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Office hours, UTC. */
const opens = 7.5
const closes = 17.5

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs)

/** A moment when people were at work on that many days ago, or on the last day before when they were. */
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

/** The moment itself, or the next morning when people are at work. */
export function nextWorkingTime(at: Date): Date {
  const day = startOfDay(at)
  const hour = (at.getTime() - day.getTime()) / hourMs
  // Those of one night do not all begin at once: they come in over an hour, in their order.
  const morning = (opens + hour / 24) * hourMs
  if (hour > closes) return skipWeekend(later(day, dayMs + morning))
  return skipWeekend(hour < opens ? later(day, morning) : at)
}

export function skipWeekend(at: Date): Date {
  const weekday = at.getUTCDay()
  if (weekday === 6) return later(at, 2 * dayMs)
  return weekday === 0 ? later(at, dayMs) : at
}

/** The Monday morning, 09:00 UTC, on which the present shift began. */
export function shiftStart(now: Date): Date {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  const handover = later(startOfDay(now), -daysSinceMonday * dayMs + 9 * hourMs)
  return handover <= now ? handover : later(handover, -7 * dayMs)
}
