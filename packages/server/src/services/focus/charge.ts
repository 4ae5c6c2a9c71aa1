import { type DayRange, daysBetween } from '../costs/spread.ts'
import { readAmount } from './amount.ts'
import type { Columns } from './columns.ts'
import { memoize } from './memoize.ts'

/** The relevant parts of one row of an export. */
export interface Charge {
  readonly amount: bigint
  readonly currency: string
  readonly days: DayRange
  /** The first day of the billing period. */
  readonly period: string
  readonly provider: string
  readonly service: string
  readonly category: string
  readonly tags: string
  readonly resourceId: string
  readonly accountId: string
}

/** Ten years: longer than any commitment that is sold. */
const maxDays = 3_660

/** The charge in a row, or what is wrong with it, completing "the row is left out: …". */
export function readCharge(fields: readonly string[], columns: Columns): Charge | string {
  if (fields.length !== columns.count)
    return `it has ${fields.length} fields where the first line has ${columns.count}`
  const text = (index: number): string => (index < 0 ? '' : (fields[index] ?? '').trim())
  const amount = readAmount(text(columns.cost))
  if (amount === undefined) return `its cost is not a decimal number: ${shown(text(columns.cost))}`
  const currency = text(columns.currency).toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency))
    return `its BillingCurrency is not a three-letter code: ${shown(currency)}`
  const start = readTime(text(columns.start))
  if (start === undefined) return noDate('ChargePeriodStart', text(columns.start))
  const end = text(columns.end) === '' ? start : readTime(text(columns.end))
  if (end === undefined) return noDate('ChargePeriodEnd', text(columns.end))
  const period = readTime(text(columns.period))
  if (period === undefined) return noDate('BillingPeriodStart', text(columns.period))
  const days = daysBetween(start, end)
  if (end < start || days.last - days.first >= maxDays)
    return 'its charge period ends before it begins, or spans decades'
  return {
    amount,
    currency,
    days,
    period: dayText(String(period)),
    provider: plain(text(columns.provider)) || 'unknown',
    service: plain(text(columns.service)),
    category: plain(text(columns.category)),
    tags: text(columns.tags),
    resourceId: text(columns.resource),
    accountId: text(columns.account),
  }
}

/** Some vendors write an open end as 9999-12-31; sums are stored for days whose number has five digits. */
const years = { first: 1970, last: 2199 }

const noDate = (name: string, text: string): string =>
  `its ${name} is not a date from ${years.first} to ${years.last}: ${shown(text)}`

const dateTime =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(?: ?(?:Z|UTC|\+00:?00))?$/

/** FOCUS uses UTC everywhere; vendors leave out seconds, the time, or the Z. */
const readTime = memoize((text): number | undefined => {
  const found = dateTime.exec(text)
  if (!found) return undefined
  const [year = 0, month = 0, day = 0, ...time] = found.slice(1).map((part) => Number(part ?? 0))
  const at = Date.UTC(year, month - 1, day, ...time)
  const isReal = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12
  return isReal && year >= years.first && year <= years.last ? at : undefined
})

const dayText = memoize((at) => new Date(Number(at)).toISOString().slice(0, 10))

/** What a record can store: 200 characters, none of them NUL. */
const plain = memoize((text) => {
  const sound = text.replaceAll('\0', '').toWellFormed()
  return sound.length > 200 ? [...sound].slice(0, 200).join('') : Buffer.from(sound).toString()
})

const shown = (text: string): string => JSON.stringify(text.slice(0, 60))
