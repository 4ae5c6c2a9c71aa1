import { type CostGrouping, costGroupings } from '@svc/model'

/** What the overview of costs shows, as it is in the address bar. */
export interface CostView {
  readonly by: CostGrouping | 'service'
  readonly range: RangeId
  readonly from: string
  readonly to: string
  readonly compare: Comparison
  readonly currency: string
}

export type RangeId = '7d' | '30d' | '90d' | 'month' | 'lastMonth' | 'custom'
export type Comparison = 'period' | 'month' | 'none'

const dayMs = 86_400_000
const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)
const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^20\d\d-[01]\d-[0-3]\d$/.test(text)

const daysUntil = (count: number) => (now: Date) => ({
  from: isoDay(now.getTime() - (count - 1) * dayMs),
  to: isoDay(now.getTime()),
})

/** Ranges by name; costs are by UTC day. */
export const ranges: Readonly<
  Record<
    Exclude<RangeId, 'custom'>,
    { readonly label: string; readonly compare: Comparison; days(now: Date): { from: string; to: string } }
  >
> = {
  '7d': { label: 'Last 7 days', compare: 'period', days: daysUntil(7) },
  '30d': { label: 'Last 30 days', compare: 'period', days: daysUntil(30) },
  '90d': { label: 'Last 90 days', compare: 'period', days: daysUntil(90) },
  month: {
    label: 'This month so far',
    compare: 'month',
    days: (now) => ({
      from: isoDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
      to: isoDay(now.getTime()),
    }),
  },
  lastMonth: {
    label: 'Last month',
    compare: 'month',
    days: (now) => ({
      from: isoDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)),
      to: isoDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)),
    }),
  },
}

export const comparisons: Readonly<Record<Comparison, string>> = {
  period: 'the days before',
  month: 'a month earlier',
  none: 'nothing',
}

const oneOf = <T extends string>(value: unknown, known: readonly T[]): T | undefined =>
  known.find((one) => one === value)

/** The view of an address, whatever somebody has made of it. */
export function viewOf(search: Readonly<Record<string, unknown>>, now = new Date()): CostView {
  const by = oneOf(search.by, [...costGroupings, 'service'] as const) ?? 'team'
  const currency = /^[A-Z]{3}$/.test(String(search.currency)) ? String(search.currency) : 'USD'
  const given = oneOf(search.compare, Object.keys(comparisons) as Comparison[])
  if (isDay(search.from) && isDay(search.to)) {
    const [from, to] = [search.from, search.to]
    return { by, range: 'custom', from, to, compare: given ?? 'period', currency }
  }
  const range = oneOf(search.range, Object.keys(ranges) as (keyof typeof ranges)[]) ?? '30d'
  return { by, range, ...ranges[range].days(now), compare: given ?? ranges[range].compare, currency }
}
