export type SloWindow = 'rolling7d' | 'rolling30d' | 'rolling90d' | 'calendarMonth' | 'calendarQuarter'

export interface CalendarPeriod {
  readonly startsAt: Date
  /** Exclusive. */
  readonly endsAt: Date
}

/** The length of the window; for a calendar window, of the UTC period that `at` falls in. */
export function windowMinutes(window: SloWindow, at: Date): number {
  const period = calendarPeriod(window, at)
  return period ? minutesBetween(period.startsAt, period.endsAt) : lengths[window].count * MINUTES_PER_DAY
}

/** The UTC month or quarter that `at` falls in; null for a rolling window, which never starts or ends. */
export function calendarPeriod(window: SloWindow, at: Date): CalendarPeriod | null {
  const { count, unit } = lengths[window]
  if (unit === 'days') return null
  const year = at.getUTCFullYear()
  const firstMonth = Math.floor(at.getUTCMonth() / count) * count
  return {
    startsAt: new Date(Date.UTC(year, firstMonth)),
    endsAt: new Date(Date.UTC(year, firstMonth + count)),
  }
}

/** How far ahead a burn is projected: 3 days, or what is left of the calendar period if that is less. */
export function horizonMinutes(window: SloWindow, at: Date): number {
  const period = calendarPeriod(window, at)
  return period ? Math.min(MAX_HORIZON_MINUTES, minutesBetween(at, period.endsAt)) : MAX_HORIZON_MINUTES
}

/** The quarter hour UTC that `at` falls in. */
export function quarterHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS)
}

export function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / MS_PER_MINUTE
}

const MS_PER_MINUTE = 60_000
const QUARTER_HOUR_MS = 15 * MS_PER_MINUTE
const MINUTES_PER_DAY = 24 * 60
const MAX_HORIZON_MINUTES = 3 * MINUTES_PER_DAY

const lengths = {
  rolling7d: { count: 7, unit: 'days' },
  rolling30d: { count: 30, unit: 'days' },
  rolling90d: { count: 90, unit: 'days' },
  calendarMonth: { count: 1, unit: 'months' },
  calendarQuarter: { count: 3, unit: 'months' },
} as const satisfies Record<SloWindow, { count: number; unit: 'days' | 'months' }>
