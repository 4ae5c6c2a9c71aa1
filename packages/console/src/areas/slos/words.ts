import { type Kinds, nearTarget, objectiveOf, percentageObjectives, type Resource } from '@svc/model'

export type Slo = Resource<Kinds['slo']>

/** What the figures of an SLO need: a change in the history has nothing else. */
type Terms = Partial<Pick<Slo, 'type' | 'objective' | 'target' | 'unit'>>

/** Enough digits for all the nines of a target: 99.9999 is not 100. */
const number = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 8 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const rate = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

export const inPercent = (value: number | null): string =>
  value === null ? '–' : percent.format(value / 100)
export const asRate = (value: number | null): string => (value === null ? '–' : `${rate.format(value)}×`)
export const asMoment = (at: string | number): string => moment.format(new Date(at))
export const asDay = (at: string | number): string => short.format(new Date(at))

/** Whether it is a percentage, whose error budget is time. */
export const isShare = ({ type }: Terms): boolean => type !== undefined && type in percentageObjectives

export function inUnit(value: number, terms: Terms): string {
  const unit = terms.unit ?? (isShare(terms) ? '%' : null)
  return `${number.format(value)}${unit === '%' ? '%' : unit ? ` ${unit}` : ''}`
}

/** A measurement with the digits that mean something beside its target. */
export function measured(value: number | null, terms: Terms): string {
  if (value === null) return '–'
  if (typeof terms.target !== 'number') return inUnit(value, terms)
  const { value: shown, side } = nearTarget(value, terms.target)
  return side ? `just ${side} ${inUnit(shown, terms)}` : inUnit(shown, terms)
}

const objectives = { atLeast: 'at least', atMost: 'at most' } as const

/** A target says on which side of it is good; without the type, as in a change, that is not known. */
export const targetInWords = (target: number, terms: Terms): string =>
  terms.type
    ? `${objectives[objectiveOf(terms.type, terms.objective ?? null)]} ${inUnit(target, terms)}`
    : inUnit(target, terms)

/** A length of time in the two units that matter. */
export function inTime(minutes: number): string {
  const length = Math.abs(minutes)
  const sign = minutes < 0 ? '−' : ''
  if (length < 1) return `${sign}${Math.round(length * 60)} s`
  if (length < 60) return `${sign}${number.format(Math.round(length * 10) / 10)} min`
  const whole = Math.round(length)
  if (whole < 48 * 60) return `${sign}${Math.floor(whole / 60)} h ${whole % 60} min`
  return `${sign}${number.format(Math.round(length / 144) / 10)} days`
}

/** The budget of percentages is time; other figures have none, only a distance to their target. */
export function budget(value: number | null, terms: Terms): string {
  if (value === null) return '–'
  return isShare(terms) ? inTime(value) : inUnit(value, terms)
}

const windows: Readonly<Record<Slo['window'], string>> = {
  rolling7d: 'any 7 days',
  rolling30d: 'any 30 days',
  rolling90d: 'any 90 days',
  calendarMonth: 'each month',
  calendarQuarter: 'each quarter',
}

export const windowInWords = ({ window }: Slo): string => windows[window]

const shown: Readonly<Record<Slo['window'], string>> = {
  rolling7d: 'the last 7 days',
  rolling30d: 'the last 30 days',
  rolling90d: 'the last 90 days',
  calendarMonth: 'this month',
  calendarQuarter: 'this quarter',
}

/** The stretch of time that its charts show. */
export const shownTime = ({ window }: Slo): string => shown[window]
