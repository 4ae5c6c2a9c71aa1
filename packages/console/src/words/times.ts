const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const dayOfUtc = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

const minuteMs = 60_000
const steps = [
  { unit: 'day', ms: 24 * 60 * minuteMs, upTo: 7 },
  { unit: 'hour', ms: 60 * minuteMs, upTo: 24 },
  { unit: 'minute', ms: minuteMs, upTo: 60 },
] as const

/** How long ago, while that is more useful than the date. */
export function shortTime(iso: string, nowMs = Date.now()): string {
  const at = new Date(iso)
  const passedMs = at.getTime() - nowMs
  if (Math.abs(passedMs) < minuteMs) return 'just now'
  for (const { unit, ms, upTo } of steps) {
    const count = Math.trunc(passedMs / ms)
    if (Math.abs(count) >= 1 && Math.abs(count) < upTo) return ago.format(count, unit)
    if (Math.abs(count) >= upTo) return day.format(at)
  }
  return day.format(at)
}

export const longTime = (iso: string): string => moment.format(new Date(iso))

/** Days from one to another, without repeating the month or year that they share. */
export const utcDays = (from: string, to: string): string =>
  dayOfUtc.formatRange(new Date(from), new Date(to))

export const utcDay = (iso: string): string => dayOfUtc.format(new Date(iso))
