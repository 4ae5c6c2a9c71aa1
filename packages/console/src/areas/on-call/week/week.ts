/** A week in the reader's own time zone: its first moment, the days in it, and the first moment after it. */
export interface Week {
  readonly from: Date
  readonly to: Date
  readonly days: readonly Date[]
}

const daysInWeek = 7

/** The week that a day is in, which begins on a Monday. */
export function weekOf(day: Date): Week {
  const sinceMonday = (day.getDay() + 6) % daysInWeek
  const at = (offset: number): Date =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate() - sinceMonday + offset)
  return {
    from: at(0),
    to: at(daysInWeek),
    days: Array.from({ length: daysInWeek }, (_, index) => at(index)),
  }
}

export const weekAfter = ({ to }: Week): Week => weekOf(to)

export const weekBefore = ({ from }: Week): Week =>
  weekOf(new Date(from.getFullYear(), from.getMonth(), from.getDate() - 1))

/** As it stands in the address: `2026-11-16`. */
export const dayText = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** The week named in the address; the current one where it names none. */
export function weekIn(text: unknown, now = new Date()): Week {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typeof text === 'string' ? text : '') ?? []
  const named = new Date(Number(year), Number(month) - 1, Number(day))
  return weekOf(Number.isNaN(named.getTime()) ? now : named)
}

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const yearFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const weekdayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric' })
const momentFormat = new Intl.DateTimeFormat(undefined, {
  ...{ weekday: 'short', hour: 'numeric', minute: '2-digit' },
})

/** `Nov 16 – Nov 22, 2026` */
export const weekInWords = ({ days: [first], to }: Week): string =>
  `${first ? dayFormat.format(first) : ''} – ${yearFormat.format(new Date(to.getTime() - 1))}`

export const dayInWords = (day: Date): string => weekdayFormat.format(day)

/** `Mon, 9:00 AM` */
export const momentInWords = (iso: string): string => momentFormat.format(new Date(iso))
