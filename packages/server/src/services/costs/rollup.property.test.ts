import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CostEntry, rollUpCosts, rollupReaches } from './rollup.ts'

const DAY = 24 * 60 * 60 * 1000

const now = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })

interface Case {
  readonly now: Date
  readonly entries: readonly CostEntry[]
}

const cases: fc.Arbitrary<Case> = now.chain((now) => {
  const hour = fc.integer({ min: -24 * 100, max: 24 * 40 })
  const time = hour.map((hours) =>
    new Date(Math.floor(now.getTime() / DAY) * DAY + hours * 3_600_000).toISOString(),
  )
  const entry = fc.record<CostEntry>({
    category: fc.option(fc.constantFrom('compute', 'storage', '')),
    service: fc.option(fc.constantFrom('vm', 'bucket', 'queue', 'cdn', 'dns', 'mail', '__proto__')),
    amountCents: fc.integer({ min: -100_000, max: 1_000_000 }),
    currency: fc.option(fc.constantFrom('USD', 'EUR', 'CHF')),
    periodStart: fc.option(time),
    periodEnd: fc.option(time),
    createdAt: time,
  })
  return fc.record({ now: fc.constant(now), entries: fc.array(entry, { maxLength: 30 }) })
})

test('a rollup equals adding up day by day', () => {
  fc.assert(
    fc.property(cases, ({ now, entries }) => {
      const { periodStart, periodEnd, ...figures } = rollUpCosts('prj_1', entries, now)
      assert.equal(Date.parse(periodEnd) - Date.parse(periodStart), 30 * DAY)
      assert.deepEqual(figures, addUpDayByDay(entries, now))
    }),
    { numRuns: 300 },
  )
})

test('the groups and the series add up to the last 30 days, in whatever order the entries come', () => {
  fc.assert(
    fc.property(cases, ({ now, entries }) => {
      const rollup = rollUpCosts('prj_1', entries, now)
      for (const parts of [
        rollup.dailySeries,
        Object.values(rollup.byCategory),
        Object.values(rollup.byService),
      ]) {
        assert.equal(sum(parts), rollup.last30dCents)
      }
      const reversed = rollUpCosts('prj_1', entries.toReversed(), now)
      assert.equal(JSON.stringify(reversed), JSON.stringify(rollup))
    }),
  )
})

test('an entry outside the days of the rollup changes nothing', () => {
  fc.assert(
    fc.property(cases, ({ now, entries }) => {
      const { from, until } = rollupReaches(now)
      const [first, end] = [from.toISOString(), until.toISOString()]
      const inReach = entries.filter(({ periodStart, periodEnd, createdAt }) => {
        if (periodStart === null) return (periodEnd ?? createdAt ?? '') >= first
        return periodStart < first ? (periodEnd ?? '') >= first : periodStart < end
      })
      assert.deepEqual(rollUpCosts('prj_1', inReach, now), rollUpCosts('prj_1', entries, now))
    }),
  )
})

function addUpDayByDay(entries: readonly CostEntry[], now: Date) {
  const today = isoDay(now.getTime())
  const last30 = Array.from({ length: 30 }, (_, index) => isoDay(now.getTime() - (29 - index) * DAY))
  const prev30 = Array.from({ length: 30 }, (_, index) => isoDay(now.getTime() - (59 - index) * DAY))
  const charges = entries.flatMap(dailyCharges)
  const recent = charges.filter(({ day }) => last30.includes(day))
  const usd = charges.filter(({ currency }) => currency === 'USD')
  const recentUsd = recent.filter(({ currency }) => currency === 'USD')
  const byService = groupSums(recentUsd, ({ service }) => service)
  return {
    appId: 'prj_1',
    mtdCents: sumCents(usd.filter(({ day }) => day.slice(0, 7) === today.slice(0, 7) && day <= today)),
    last30dCents: sumCents(recentUsd),
    prev30dCents: sumCents(usd.filter(({ day }) => prev30.includes(day))),
    byCategory: groupSums(recentUsd, ({ category }) => category),
    byService,
    topServices: Object.entries(byService)
      .sort(([a, aCents], [b, bCents]) => bCents - aCents || (a < b ? -1 : 1))
      .slice(0, 5)
      .map(([service, cents]) => ({ service, cents })),
    dailySeries: last30.map((day) => sumCents(usd.filter((charge) => charge.day === day))),
    otherCurrencies: groupSums(
      recent.filter(({ currency }) => currency !== 'USD'),
      ({ currency }) => currency,
    ),
  }
}

interface Charge {
  readonly day: string
  readonly cents: number
  readonly category: string
  readonly service: string
  readonly currency: string
}

function dailyCharges(entry: CostEntry): Charge[] {
  const start = Date.parse(entry.periodStart ?? entry.periodEnd ?? entry.createdAt ?? '')
  const end = entry.periodEnd ? Date.parse(entry.periodEnd) : start
  const days = [isoDay(start)]
  for (let time = Math.floor(start / DAY) * DAY + DAY; time < end; time += DAY) days.push(isoDay(time))
  // Each day gets its share of what is left for it and the following days.
  let left = entry.amountCents
  return days.map((day, index) => {
    const cents = Math.trunc(left / (days.length - index))
    left -= cents
    return {
      day,
      cents,
      category: entry.category || 'uncategorised',
      service: entry.service || 'unknown',
      currency: entry.currency ?? 'USD',
    }
  })
}

function groupSums(charges: readonly Charge[], nameOf: (charge: Charge) => string): Record<string, number> {
  const groups = Map.groupBy(charges, nameOf)
  return Object.fromEntries([...groups].map(([name, group]) => [name, sumCents(group)]))
}

function sumCents(charges: readonly Charge[]): number {
  return sum(charges.map(({ cents }) => cents))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
