import type { CostEntry } from './rollup.ts'
import type { Periods } from './periods.ts'
import { centsWithin, daysCovered, overlap } from './spread.ts'
import { DailyTotals, NamedTotals } from './totals.ts'

/** What one project, or none, spent in a period and in the one before. */
export interface Spending {
  readonly cents: number
  readonly previousCents: number
  readonly dailySeries: readonly number[]
  readonly services: readonly ServiceSpending[]
  /** Of the period, by currency, whichever was asked for. */
  readonly currencies: Readonly<Record<string, number>>
}

interface ServiceSpending {
  readonly name: string
  readonly cents: number
  readonly previousCents: number
}

export interface RunningSpending {
  add(entry: CostEntry): void
  end(): Spending
}

const textOr = (fallback: string, text: string | null): string => text?.trim() || fallback

/** The same days and cents as in a project's rollup: an entry is spread evenly over its days. */
export function startSpending({ asked, previous, all }: Periods, currency: string): RunningSpending {
  const daily = new DailyTotals(all)
  const [now, before, currencies] = [new NamedTotals(), new NamedTotals(), new NamedTotals()]
  return {
    add(entry) {
      const covered = daysCovered(entry)
      if (!covered) return
      const own = textOr('USD', entry.currency).toUpperCase()
      const cents = centsWithin(entry.amountCents, covered, asked)
      if (overlap(covered, asked)) currencies.add(own, cents)
      if (own !== currency) return
      daily.add(entry.amountCents, covered)
      const service = textOr('unknown', entry.service)
      now.add(service, cents)
      before.add(service, previous ? centsWithin(entry.amountCents, covered, previous) : 0)
    },
    end: () => ({
      cents: daily.sum(asked),
      previousCents: previous ? daily.sum(previous) : 0,
      dailySeries: daily.series(asked),
      services: servicesOf(now, before),
      currencies: currencies.toObject(),
    }),
  }
}

function servicesOf(now: NamedTotals, before: NamedTotals): readonly ServiceSpending[] {
  const earlier = new Map(before.ranked())
  return now.ranked().map(([name, cents]) => ({ name, cents, previousCents: earlier.get(name) ?? 0 }))
}

/** Whether nothing was spent on any day, which is not the same as a credit that cancels a charge. */
export const isNothing = ({ cents, previousCents, dailySeries }: Spending): boolean =>
  cents === 0 && previousCents === 0 && dailySeries.every((one) => one === 0)
