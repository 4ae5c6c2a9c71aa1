export interface CostPeriod {
  readonly periodStart: string | null
  readonly periodEnd: string | null
  readonly createdAt: string | null
}

/** UTC days, counted from 1970-01-01, both ends included. */
export interface DayRange {
  readonly first: number
  readonly last: number
}

/** The UTC days an entry is for: at least one, or null when it carries no date at all. */
export function daysCovered({ periodStart, periodEnd, createdAt }: CostPeriod): DayRange | null {
  const end = timeOf(periodEnd)
  const start = timeOf(periodStart) ?? end ?? timeOf(createdAt)
  if (start === null) return null
  return daysBetween(start, end ?? start)
}

/** The UTC days from one instant to another, in milliseconds; the first one counts whatever the other is. */
export function daysBetween(start: number, end: number): DayRange {
  const first = Math.floor(start / MS_PER_DAY)
  // An end at midnight is exclusive: August ends as September begins, and does not cover its first day.
  const last = Math.ceil(end / MS_PER_DAY) - 1
  return { first, last: Math.max(first, last) }
}

/**
 * The part of an amount that falls on the requested days when it is spread evenly, in whole cents, over the days
 * covered.
 */
export function centsWithin(amountCents: number, covered: DayRange, asked: DayRange): number {
  const common = overlap(covered, asked)
  if (!common) return 0
  const dayCount = covered.last - covered.first + 1
  const centsBefore = (day: number) => centsOfFirstDays(amountCents, dayCount, day - covered.first)
  return centsBefore(common.last + 1) - centsBefore(common.first)
}

export function overlap(a: DayRange, b: DayRange): DayRange | null {
  const first = Math.max(a.first, b.first)
  const last = Math.min(a.last, b.last)
  return first <= last ? { first, last } : null
}

export function dayOf(at: Date): number {
  return Math.floor(at.getTime() / MS_PER_DAY)
}

export function startOfDay(day: number): Date {
  return new Date(day * MS_PER_DAY)
}

const MS_PER_DAY = 24 * 60 * 60 * 1000

function timeOf(text: string | null): number | null {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : time
}

// The cents left over go one each to the last days. The remainder has the sign of the amount, so that a credit
// cancels its charge on every day; and it is exact, while a quotient of large amounts would be rounded.
function centsOfFirstDays(amountCents: number, dayCount: number, days: number): number {
  const leftOver = amountCents % dayCount
  const perDay = (amountCents - leftOver) / dayCount
  const daysWithOneMore = Math.max(0, days - (dayCount - Math.abs(leftOver)))
  return perDay * days + Math.sign(leftOver) * daysWithOneMore
}
