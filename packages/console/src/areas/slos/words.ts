import type { Kinds, Resource } from '@svc/model'

export type Slo = Resource<Kinds['slo']>

/** Enough digits for all the nines of a target: 99.9999 is not 100. */
const number = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 8 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const rate = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

export const inPercent = (value: number | null): string =>
  value === null ? '–' : percent.format(value / 100)
export const asRate = (value: number | null): string => (value === null ? '–' : `${rate.format(value)}×`)
export const asMoment = (at: string | number): string => moment.format(new Date(at))
export const asDay = (at: string | number): string => short.format(new Date(at))

export const measured = (value: number | null, { unit }: Slo): string =>
  value === null ? '–' : `${number.format(value)}${unit === '%' ? '%' : unit ? ` ${unit}` : ''}`

/** The budget of ratios is in minutes of the window, that of other figures in their own unit. */
const inMinutes: ReadonlySet<string> = new Set([
  'availability',
  'latency',
  'errorRate',
] satisfies Slo['type'][])

export function budget(value: number | null, slo: Slo): string {
  if (value === null) return '–'
  if (!inMinutes.has(slo.type)) return measured(value, slo)
  const minutes = Math.abs(value)
  const sign = value < 0 ? '−' : ''
  if (minutes < 60) return `${sign}${number.format(Math.round(minutes * 10) / 10)} min`
  if (minutes < 48 * 60) return `${sign}${Math.floor(minutes / 60)} h ${Math.round(minutes % 60)} min`
  return `${sign}${number.format(Math.round(minutes / 144) / 10)} days`
}

const objectives = { atLeast: 'at least', atMost: 'at most' } as const

export const targetInWords = (slo: Slo): string =>
  `target ${slo.objective ? `${objectives[slo.objective]} ` : ''}${measured(slo.target, slo)}`

const windows: Readonly<Record<Slo['window'], string>> = {
  rolling7d: 'any 7 days',
  rolling30d: 'any 30 days',
  rolling90d: 'any 90 days',
  calendarMonth: 'each month',
  calendarQuarter: 'each quarter',
}

export const windowInWords = ({ window }: Slo): string => windows[window]
