import type { EntitySummary, severities } from '@svc/model'
import type { Facts } from './facts.ts'

type Ids = readonly string[]

const known = <T>(ids: Ids, facts: ReadonlyMap<string, T>): readonly T[] =>
  ids.flatMap((id) => (facts.has(id) ? [facts.get(id) as T] : []))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** An unknown status may be bad: it ranks above met, but below a status known to be at risk. */
const byBadness: readonly unknown[] = ['breached', 'atRisk', null, 'met']

export function slosOf(ids: Ids, { slos, worstSlo }: Facts): EntitySummary['slos'] {
  const all = known(ids, slos).flat()
  const having = (wanted: string | null) =>
    sum(all.filter(({ status }) => status === wanted).map((one) => one.slos))
  const [worst = null] = known(ids, worstSlo).toSorted(
    (a, b) =>
      byBadness.indexOf(a.status) - byBadness.indexOf(b.status) ||
      (b.errorBudgetPercentUsed ?? -1) - (a.errorBudgetPercentUsed ?? -1),
  )
  return {
    total: sum(all.map((one) => one.slos)),
    breached: having('breached'),
    atRisk: having('atRisk'),
    unknown: having(null),
    met: having('met'),
    worst,
  }
}

export function deploymentsOf(ids: Ids, { deployments }: Facts): EntitySummary['deployments'] {
  const newestFirst = known(ids, deployments)
    .flat()
    .toSorted((a, b) => (a.id > b.id ? -1 : 1))
  const last = new Map<string | null, (typeof newestFirst)[number]>()
  for (const one of newestFirst) if (!last.has(one.environment)) last.set(one.environment, one)
  return [...last.values()]
}

export function issuesOf(ids: Ids, { issues }: Facts): EntitySummary['issues'] {
  const all = known(ids, issues).flat()
  const having = (wanted: (typeof severities)[number]) =>
    sum(all.filter(({ severity }) => severity === wanted).map(({ open }) => open))
  return {
    open: sum(all.map(({ open }) => open)),
    blocker: having('blocker'),
    critical: having('critical'),
    major: having('major'),
    minor: having('minor'),
  }
}

export function costsOf(ids: Ids, { costs }: Facts): EntitySummary['costs'] {
  if (ids.length === 0) return null
  const all = known(ids, costs)
  const others = new Map<string, number>()
  for (const { otherCurrencies } of all)
    for (const [currency, cents] of Object.entries(otherCurrencies))
      others.set(currency, (others.get(currency) ?? 0) + cents)
  return {
    last30dCents: sum(all.map(({ last30dCents }) => last30dCents)),
    prev30dCents: sum(all.map(({ prev30dCents }) => prev30dCents)),
    dailySeries: Array.from({ length: 30 }, (_, day) =>
      sum(all.map(({ dailySeries }) => dailySeries[day] ?? 0)),
    ),
    hasEntries: all.length > 0,
    otherCurrencies: Object.fromEntries(others),
    projects: all.length,
  }
}

export function driftOf(ids: Ids, { drift }: Facts): EntitySummary['drift'] {
  const scanned = known(ids, drift)
  const all = scanned.flat()
  if (all.length === 0) return null
  const environments = Array.from(
    Map.groupBy(all, ({ environment }) => environment),
    ([environment, own]) => ({
      environment,
      driftedCount: sum(own.map(({ driftedCount }) => driftedCount)),
      scannedAt: own.map(({ scannedAt }) => scannedAt).toSorted()[0] ?? '',
    }),
  )
  return {
    driftedCount: sum(all.map(({ driftedCount }) => driftedCount)),
    environments: environments.toSorted((a, b) => (String(a.environment) < String(b.environment) ? -1 : 1)),
    scannedAt:
      all
        .map(({ scannedAt }) => scannedAt)
        .toSorted()
        .at(-1) ?? '',
    projects: scanned.length,
  }
}

export function errorsOf(ids: Ids, { errors }: Facts): EntitySummary['errors'] {
  const tracked = known(ids, errors)
  if (tracked.length === 0) return null
  const fetched = tracked.filter((one) => one !== null && one.fetchedAt !== null)
  const added = (key: 'totalOpen' | 'totalEvents24h'): number | null => {
    const numbers = fetched.flatMap((one) => one?.[key] ?? [])
    return numbers.length > 0 ? sum(numbers) : null
  }
  return {
    totalOpen: added('totalOpen'),
    totalEvents24h: added('totalEvents24h'),
    fetchedAt: fetched.flatMap((one) => one?.fetchedAt ?? []).toSorted()[0] ?? null,
    lastFetchError: tracked.flatMap((one) => one?.lastFetchError ?? [])[0] ?? null,
    projects: fetched.length,
  }
}

export const runbooksOf = (ids: Ids, { runbooks }: Facts): number =>
  new Set(
    known(ids, runbooks)
      .flat()
      .map(({ id }) => id),
  ).size
