import { type CostGrouping, type CostGroups, costGroupLimits, type Kind, kinds } from '@svc/model'
import { spendingAfter } from '../../store/queries/costs.ts'
import { namesOf } from '../../store/queries/names.ts'
import {
  domainsOfProjects,
  ownersOfProjects,
  type Places,
  systemsOfProjects,
} from '../../store/queries/project-places.ts'
import { type Context, partitionOf } from '../context.ts'
import { startPace } from '../pace.ts'
import { GroupSums } from './group-sums.ts'
import { type Periods, periodsOf, textOf } from './periods.ts'
import { readEntries } from './read-entries.ts'
import { isNothing, type Spending, startSpending } from './spending.ts'
import { type DayRange, startOfDay } from './spread.ts'

interface Asked {
  readonly by: CostGrouping
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly compare?: 'period' | 'month' | 'none' | undefined
  readonly currency?: string | undefined
  readonly after?: string | undefined
}

/** So few at a time that the answer can end soon after its time is up. */
const batchSize = 5

/** What an answer may take; the rest is for the next one. */
const shareMs = 2_000

/** Costs by team, system, domain or project, of as many projects as one answer covers. */
export async function groupCosts(ctx: Context, asked: Asked): Promise<CostGroups> {
  const { by, after, currency: wanted = 'USD' } = asked
  const currency = wanted.toUpperCase()
  const periods = periodsOf(asked, ctx.now())
  const sums = new GroupSums({
    days: periods.asked.last - periods.asked.first + 1,
    isCompared: periods.previous !== null,
  })
  const spendingOf = (appIds: readonly string[] | null) => readSpending(ctx, appIds, { periods, currency })

  if (!after) {
    const [[, spending] = []] = await spendingOf(null)
    if (spending) addUnassigned(sums, spending)
  }
  const { spendings, next } = await spendingsAfter(ctx, after ?? '', spendingOf)
  const named = await namesIn(ctx, kinds.project, [...spendings.keys()])
  const places =
    by === 'project'
      ? undefined
      : await ctx.store.run(groupings[by].places, partition(ctx), [...spendings.keys()])
  for (const [id, spending] of spendings)
    addProject(sums, { id, name: named.get(id) ?? id, spending, places })

  const names = by === 'project' ? named : await namesIn(ctx, groupings[by].kind, sums.ids)
  return {
    ...{
      by,
      currency,
      period: inDays(periods.asked),
      previous: periods.previous && inDays(periods.previous),
    },
    ...sums.end(names),
    next,
  }
}

const groupings = {
  team: { kind: kinds.team, places: ownersOfProjects },
  system: { kind: kinds.system, places: systemsOfProjects },
  domain: { kind: kinds.domain, places: domainsOfProjects },
} as const

const partition = (ctx: Context) => partitionOf(ctx.caller, kinds.costEntry)

const namesIn = (ctx: Context, kind: Kind, ids: readonly string[]) =>
  ctx.store.run(namesOf, partitionOf(ctx.caller, kind), kind, ids)

const inDays = ({ first, last }: DayRange) => ({ from: textOf(first), to: textOf(last) })

type ByPayer = ReadonlyMap<string | null, Spending>

/** What some projects, or none, spent. */
async function readSpending(
  ctx: Context,
  appIds: readonly string[] | null,
  { periods, currency }: { readonly periods: Periods; readonly currency: string },
): Promise<ByPayer> {
  const { first, last } = periods.all
  const days = { from: startOfDay(first).toISOString(), until: startOfDay(last + 1).toISOString() }
  const running = new Map((appIds ?? [null]).map((id) => [id, startSpending(periods, currency)]))
  await readEntries(ctx, appIds, days, (entry) => running.get(entry.appId)?.add(entry))
  return new Map([...running].map(([id, one]) => [id, one.end()]))
}

/** Of projects with costs in the order of their ids, and where the next answer goes on. */
async function spendingsAfter(
  ctx: Context,
  after: string,
  spendingOf: (appIds: readonly string[]) => Promise<ByPayer>,
): Promise<{ readonly spendings: ReadonlyMap<string, Spending>; readonly next: string | null }> {
  const limit = costGroupLimits.projects
  const found = await ctx.store.run(spendingAfter, partition(ctx), { after, limit: limit + 1 })
  const most = found.slice(0, limit)
  const spendings = new Map<string, Spending>()
  const pace = startPace(shareMs)
  let read = 0
  while (read < most.length && !(read > 0 && pace.isSpent)) {
    for (const [id, spending] of await spendingOf(most.slice(read, read + batchSize)))
      if (id !== null) spendings.set(id, spending)
    read += batchSize
  }
  const isAll = read >= found.length
  return { spendings, next: isAll ? null : (found[Math.min(read, limit) - 1] ?? null) }
}

function addUnassigned(sums: GroupSums, spending: Spending): void {
  sums.spent(spending.currencies)
  if (!isNothing(spending)) sums.add('unassigned', null, spending, { changes: serviceChanges(spending) })
}

interface ProjectSpending {
  readonly id: string
  readonly name: string
  readonly spending: Spending
  /** What projects belong to; undefined where each is a group of its own. */
  readonly places: Places | undefined
}

function addProject(sums: GroupSums, { id, name, spending, places }: ProjectSpending): void {
  sums.spent(spending.currencies)
  if (isNothing(spending)) return
  if (!places) {
    sums.add('group', id, spending, { projects: 1, changes: serviceChanges(spending) })
    return
  }
  const { cents, previousCents } = spending
  const change = { kind: 'project', id, name, cents, previousCents } as const
  const [place = null, ...others] = places.get(id) ?? []
  const part = place === null ? 'none' : others.length > 0 ? 'several' : 'group'
  sums.add(part, part === 'group' ? place : null, spending, { projects: 1, changes: [change] })
  if (place !== null && part === 'several') for (const one of [place, ...others]) sums.share(one, cents)
}

const serviceChanges = ({ services }: Spending) =>
  services.map((one) => ({ kind: 'service', id: null, ...one }) as const)
