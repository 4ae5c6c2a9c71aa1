/** Formats figures for the home page; amounts are in dollars, as in the cost rollup. */
const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const integer = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' })

export const money = (cents: number): string => dollars.format(cents / 100)

export const percent = (value: number): string => `${integer.format(value)}%`

export const moreThanBefore = (now: number, before: number): string =>
  before > 0 ? `+${integer.format((now / before - 1) * 100)}%` : 'new'

export const until = (time: string): string => `until ${weekday.format(new Date(time))}`

export function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good morning'
  if (hour >= 12 && hour < 18) return 'Good afternoon'
  return 'Good evening'
}
