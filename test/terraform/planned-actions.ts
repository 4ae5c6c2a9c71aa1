import { isDeepStrictEqual } from 'node:util'
import type { PlannedChange } from './commands.ts'
import type { Configuration, ResourceCase } from './every-attribute.ts'

export type Actions = readonly string[]
type ResourceCases = Readonly<Record<string, ResourceCase>>

/** What a plan does to each object, by its address. */
export const actionsOf = (changes: readonly PlannedChange[]): Readonly<Record<string, Actions>> =>
  Object.fromEntries(changes.map(({ address, change }) => [address, change.actions]))

/** The expected action for the minimal and the full one of each type; undefined is not checked. */
export function forEach(
  cases: ResourceCases,
  minimal: Actions | undefined,
  full: Actions | ((type: string) => Actions | undefined),
): Readonly<Record<string, Actions>> {
  const all = Object.keys(cases).flatMap((type) => [
    [`${type}.minimal`, minimal] as const,
    [`${type}.full`, typeof full === 'function' ? full(type) : full] as const,
  ])
  return Object.fromEntries(all.flatMap(([address, actions]) => (actions ? [[address, actions]] : [])))
}

/** What a change of the full one of a type is to lead to. */
export function actionOf(cases: ResourceCases, type: string, change: Configuration | undefined): Actions {
  if (!change) return ['no-op']
  return cases[type]?.replacedBy?.some((name) => name in change) ? ['delete', 'create'] : ['update']
}

/** The attributes that a plan gives another value, as far as it knows it. */
export function changedBy(changes: readonly PlannedChange[], type: string): readonly string[] {
  const {
    before,
    after,
    after_unknown: unknown = {},
  } = changes.find(({ address }) => address === `${type}.full`)?.change ?? {}
  return Object.keys(after ?? {})
    .filter((name) => isChanged(before?.[name], after?.[name], unknown[name]))
    .toSorted()
}

function isChanged(before: unknown, after: unknown, unknown: unknown): boolean {
  if (unknown === true) return false
  if (!isRecord(before) || !isRecord(after) || !isRecord(unknown)) return !isDeepStrictEqual(before, after)
  return Object.keys(before).some((name) => isChanged(before[name], after[name], unknown[name]))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
