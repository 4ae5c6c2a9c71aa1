import type { CostChange, CostGroup, CostGrouping } from '@svc/model'
import { inMoney } from '../../words/money.ts'

const places: Readonly<Record<CostGrouping, readonly [one: string, in_: string]>> = {
  team: ['teams', 'without an owner'],
  system: ['systems', 'in no system'],
  domain: ['domains', 'in no domain'],
  project: ['projects', ''],
}

/** What a row is called; those that are no team, system or domain say what they are instead. */
export function nameOf({ part, id, name }: CostGroup, by: CostGrouping): string {
  const [several, nowhere] = places[by]
  if (part === 'unassigned') return 'Without a project'
  if (part === 'none') return `Projects ${nowhere}`
  if (part === 'several') return `Projects in several ${several}`
  return name ?? id ?? ''
}

/** A difference, with its sign. */
export const asDifference = (cents: number, currency: string): string =>
  cents === 0 ? '±0' : `${cents > 0 ? '+' : '−'}${inMoney(Math.abs(cents), currency)}`

/** Why a group changed: what changed most in it, in the same direction. */
export function reasonOf({ cents, previousCents, changes }: CostGroup, currency: string): string {
  const by = cents - previousCents
  const same = changes.filter((one) => Math.sign(one.cents - one.previousCents) === Math.sign(by))
  return same
    .slice(0, 2)
    .map((one) => `${one.name} ${asDifference(one.cents - one.previousCents, currency)}${newOrGone(one)}`)
    .join(', ')
}

function newOrGone({ cents, previousCents }: CostChange): string {
  if (previousCents === 0) return ' (new)'
  return cents === 0 ? ' (gone)' : ''
}
