import type { CostRollup } from '@svc/model'
import {
  type CostPeriod,
  centsWithin,
  type DayRange,
  dayOf,
  daysCovered,
  overlap,
  startOfDay,
} from './spread.ts'
import { DailyTotals, NamedTotals } from './totals.ts'

export interface CostEntry extends CostPeriod {
  readonly category: string | null
  readonly service: string | null
  readonly amountCents: number
  readonly currency: string | null
}

/** Sums up one project's entries; what falls on days after today does not count yet. */
export function rollUpCosts(appId: string, entries: Iterable<CostEntry>, now: Date): CostRollup {
  const days = reportedDays(now)
  const { daily, categories, services, currencies } = tally(entries, days)
  const topServices = services.ranked().slice(0, TOP_SERVICES)
  return {
    appId,
    mtdCents: daily.sum(days.monthToDate),
    last30dCents: daily.sum(days.last30),
    prev30dCents: daily.sum(days.prev30),
    byCategory: categories.toObject(),
    byService: services.toObject(),
    topServices: topServices.map(([service, cents]) => ({ service, cents })),
    dailySeries: daily.series(days.last30),
    periodStart: startOfDay(days.last30.first).toISOString(),
    periodEnd: startOfDay(days.last30.last + 1).toISOString(),
    otherCurrencies: currencies.toObject(),
  }
}

/** The time that a rollup covers, its end exclusive: an entry whose days all lie outside changes nothing. */
export function rollupReaches(now: Date): { readonly from: Date; readonly until: Date } {
  const { all } = reportedDays(now)
  return { from: startOfDay(all.first), until: startOfDay(all.last + 1) }
}

const TOP_SERVICES = 5

interface ReportedDays {
  readonly monthToDate: DayRange
  readonly last30: DayRange
  readonly prev30: DayRange
  readonly all: DayRange
}

function reportedDays(now: Date): ReportedDays {
  const today = dayOf(now)
  return {
    monthToDate: { first: today - now.getUTCDate() + 1, last: today },
    last30: { first: today - 29, last: today },
    prev30: { first: today - 59, last: today - 30 },
    all: { first: today - 59, last: today },
  }
}

interface Tally {
  readonly daily: DailyTotals
  readonly categories: NamedTotals
  readonly services: NamedTotals
  readonly currencies: NamedTotals
}

function tally(entries: Iterable<CostEntry>, { all, last30 }: ReportedDays): Tally {
  const daily = new DailyTotals(all)
  const categories = new NamedTotals()
  const services = new NamedTotals()
  const currencies = new NamedTotals()
  for (const entry of entries) {
    const covered = daysCovered(entry)
    if (!covered) continue
    const currency = textOr('USD', entry.currency).toUpperCase()
    if (currency === 'USD') daily.add(entry.amountCents, covered)
    if (!overlap(covered, last30)) continue
    const cents = centsWithin(entry.amountCents, covered, last30)
    if (currency === 'USD') {
      categories.add(textOr('uncategorised', entry.category), cents)
      services.add(textOr('unknown', entry.service), cents)
    } else {
      currencies.add(currency, cents)
    }
  }
  return { daily, categories, services, currencies }
}

function textOr(fallback: string, text: string | null): string {
  return text?.trim() || fallback
}
