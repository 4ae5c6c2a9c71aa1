import { dayMs, hourMs, later, minuteMs, startOfDay } from '../calendar.ts'
import { type CostLine, costCredit, costJump, costLines, monthlyBills } from '../company/costs.ts'
import { type Random, randomFor } from '../random.ts'
import { Ref, type Row, type Series } from '../step.ts'

const historyDays = 90

/** Starting on Sunday. People order most before the weekend; builds and reports pause on it. */
const weekdays = {
  shop: [0.9, 0.93, 0.9, 0.96, 1.06, 1.2, 1.08],
  office: [0.55, 1.12, 1.14, 1.1, 1.12, 1.05, 0.6],
  flat: [1, 1, 1, 1, 1, 1, 1],
} as const satisfies Record<CostLine['rhythm'], readonly number[]>

export const planCosts = (seed: number, now: Date): readonly Series[] =>
  [...new Set([...costLines, ...monthlyBills].map(({ project }) => project))].map((project) => {
    const rows = [...dailyEntries(project, seed, now), ...bills(project, now), ...credits(project, now)]
      .filter(({ at }) => at <= now)
      .sort((a, b) => a.at.getTime() - b.at.getTime())
    return {
      kind: 'costEntry',
      shared: { appId: new Ref('project', project) },
      size: rows.length,
      draw: () => ({ rows, steps: [] }),
    }
  })

const dailyEntries = (project: string, seed: number, now: Date): readonly Row[] =>
  costLines
    .filter((line) => line.project === project)
    .flatMap((line) => {
      const random = randomFor(seed, `costs/${line.project}/${line.service}`)
      return Array.from({ length: historyDays }, (_, daysAgo) => entryOf(line, daysAgo, { now, random }))
    })

function entryOf(line: CostLine, daysAgo: number, { now, random }: { now: Date; random: Random }): Row {
  const start = later(startOfDay(now), -daysAgo * dayMs)
  const end = later(start, dayMs)
  const importedAt = later(end, 5.5 * hourMs + random.between(0, 20) * minuteMs)
  // The provider's figure for today grows during the day.
  const partOfDay = Math.min(1, (now.getTime() - start.getTime()) / dayMs)
  const growth = 1 + 0.0012 * (historyDays - daysAgo)
  const wobble = line.rhythm === 'flat' ? random.between(0.995, 1.005) : random.between(0.95, 1.05)
  const rhythm = weekdays[line.rhythm][start.getUTCDay()] ?? 1
  const cents = line.centsPerDay * rhythm * growth * wobble * jumpOf(line, daysAgo) * partOfDay
  return {
    at: importedAt < now ? importedAt : now,
    fields: {
      category: line.category,
      service: line.service,
      amountCents: Math.round(cents),
      currency: 'USD',
      ...period(start, end),
      source: 'auto',
    },
  }
}

const jumpOf = ({ project, service }: CostLine, daysAgo: number): number =>
  project === costJump.project && service === costJump.service && daysAgo <= costJump.daysAgo
    ? costJump.factor
    : 1

const bills = (project: string, now: Date): readonly Row[] =>
  [3, 2, 1, 0].flatMap((monthsAgo) => {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo))
    const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo + 1))
    return monthlyBills
      .filter((bill) => bill.project === project)
      .map(({ category, service, cents, currency }) => ({
        at: later(start, 2 * dayMs + 10 * hourMs),
        fields: { category, service, amountCents: cents, currency, ...period(start, end), source: 'manual' },
      }))
  })

const credits = (project: string, now: Date): readonly Row[] =>
  [costCredit]
    .filter((credit) => credit.project === project)
    .map(({ category, service, cents, daysAgo }) => {
      const start = later(startOfDay(now), -daysAgo * dayMs)
      const during = period(start, later(start, dayMs))
      return {
        at: later(start, 10 * hourMs),
        fields: { category, service, amountCents: cents, currency: 'USD', ...during, source: 'manual' },
      }
    })

const period = (start: Date, end: Date) => ({
  periodStart: start.toISOString(),
  periodEnd: end.toISOString(),
})
