import { type CostChange, type CostGroup, type CostGroups, costGroupLimits } from '@svc/model'

const keyOf = ({ part, id }: CostGroup): string => `${part} ${id ?? ''}`
const howMuch = ({ cents, previousCents }: CostChange): number => Math.abs(cents - previousCents)

/** The answers about the parts of a large catalog, as one. Each project is in one of them only. */
export function mergeGroups(parts: readonly CostGroups[]): CostGroups | undefined {
  const [first, ...others] = parts
  if (!first || others.length === 0) return first
  const currencies: Record<string, number> = {}
  for (const part of parts)
    for (const [currency, cents] of Object.entries(part.currencies))
      currencies[currency] = (currencies[currency] ?? 0) + cents
  const groups = [
    ...Map.groupBy(
      parts.flatMap((part) => part.groups),
      keyOf,
    ).values(),
  ]
    .flatMap((same) => (same[0] ? [same.slice(1).reduce(added, same[0])] : []))
    .sort((a, b) => b.cents - a.cents)
  const sum = (of: 'cents' | 'previousCents') => parts.reduce((total, part) => total + part[of], 0)
  return {
    ...first,
    cents: sum('cents'),
    previousCents: sum('previousCents'),
    currencies,
    groups,
    next: parts.at(-1)?.next ?? null,
  }
}

const added = (a: CostGroup, b: CostGroup): CostGroup => ({
  ...a,
  cents: a.cents + b.cents,
  previousCents: a.previousCents + b.previousCents,
  projects: a.projects + b.projects,
  sharedCents: a.sharedCents + b.sharedCents,
  dailySeries: a.dailySeries.map((cents, day) => cents + (b.dailySeries[day] ?? 0)),
  changes: [...a.changes, ...b.changes]
    .sort((one, other) => howMuch(other) - howMuch(one))
    .slice(0, costGroupLimits.changes),
})

/** Each day of all groups together. */
export const seriesOf = ({ groups }: CostGroups): readonly number[] =>
  (groups[0]?.dailySeries ?? []).map((_, day) =>
    groups.reduce((total, { dailySeries }) => total + (dailySeries[day] ?? 0), 0),
  )
