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
  const rollup = startRollup(appId, now)
  for (const entry of entries) rollup.add(entry)
  return rollup.end()
}

/** The same for entries that come a few at a time. */
export interface RunningRollup {
  add(entry: CostEntry): void
  end(): CostRollup
}

export function startRollup(appId: string, now: Date): RunningRollup {
  const days = reportedDays(now)
  const tally = startTally(days)
  return { add: (entry) => count(tally, entry, days), end: () => summed(appId, tally, days) }
}

function summed(
  appId: string,
  { daily, categories, services, currencies }: Tally,
  days: ReportedDays,
): CostRollup {
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

const startTally = ({ all }: ReportedDays): Tally => ({
  daily: new DailyTotals(all),
  categories: new NamedTotals(),
  services: new NamedTotals(),
  currencies: new NamedTotals(),
})

function count(
  { daily, categories, services, currencies }: Tally,
  entry: CostEntry,
  { last30 }: ReportedDays,
): void {
  const covered = daysCovered(entry)
  if (!covered) return
  const currency = textOr('USD', entry.currency).toUpperCase()
  if (currency === 'USD') daily.add(entry.amountCents, covered)
  if (!overlap(covered, last30)) return
  const cents = centsWithin(entry.amountCents, covered, last30)
  if (currency === 'USD') {
    categories.add(textOr('uncategorised', entry.category), cents)
    services.add(textOr('unknown', entry.service), cents)
  } else {
    currencies.add(currency, cents)
  }
}

function textOr(fallback: string, text: string | null): string {
  return text?.trim() || fallback
}
