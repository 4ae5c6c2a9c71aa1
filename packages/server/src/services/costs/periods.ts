import { costGroupLimits, invalid } from '@svc/model'
import { type DayRange, dayOf, startOfDay } from './spread.ts'

type Comparison = 'period' | 'month' | 'none'

export interface Periods {
  readonly asked: DayRange
  readonly previous: DayRange | null
  /** Both, and what lies between them. */
  readonly all: DayRange
}

interface Asked {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly compare?: Comparison | undefined
}

const defaultDays = 30

/** The days that were asked about, and those that they are compared with. */
export function periodsOf({ from, to, compare = 'period' }: Asked, now: Date): Periods {
  const today = dayOf(now)
  const last = to === undefined ? today : dayNamed('to', to)
  if (last > today)
    throw invalid('to', `must not be after today, ${textOf(today)}: nothing has been spent yet`)
  const first = from === undefined ? last - defaultDays + 1 : dayNamed('from', from)
  if (first > last) throw invalid('from', `must not be after to, ${textOf(last)}`)
  if (last - first >= costGroupLimits.days)
    throw invalid('from', `must be at most ${costGroupLimits.days} days before to, ${textOf(last)}`)
  const asked = { first, last }
  const previous = earlier[compare](asked)
  return { asked, previous, all: { first: Math.min(first, previous?.first ?? first), last } }
}

const earlier: Readonly<Record<Comparison, (asked: DayRange) => DayRange | null>> = {
  period: ({ first, last }) => ({ first: first - (last - first + 1), last: first - 1 }),
  month: ({ first, last }) => ({ first: aMonthBefore(first), last: aMonthBefore(last, true) }),
  none: () => null,
}

/** The same day of the month before, or the last one of a shorter month; months end together. */
function aMonthBefore(day: number, isEnd = false): number {
  const at = startOfDay(day)
  const lastOf = (month: number): number => dayOf(new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)))
  const month = at.getUTCMonth()
  const end = lastOf(month - 1)
  if (isEnd && day === lastOf(month)) return end
  const same = dayOf(new Date(Date.UTC(at.getUTCFullYear(), month - 1, 1))) + at.getUTCDate() - 1
  return Math.min(same, end)
}

function dayNamed(field: string, text: string): number {
  const at = new Date(`${text}T00:00:00.000Z`)
  // 31 February is no day, although it can be turned into one.
  if (Number.isNaN(at.getTime()) || textOf(dayOf(at)) !== text)
    throw invalid(field, `must be a day that exists, not ${text}`)
  return dayOf(at)
}

export const textOf = (day: number): string => startOfDay(day).toISOString().slice(0, 10)
