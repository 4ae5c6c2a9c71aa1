import type { Kind, Rule } from './kind.ts'

type Record = Readonly<{ [key: string]: unknown }>

/** The rules that a record has to keep; what it was before a change is absent for a new one. */
export const rulesAsked = (kind: Kind, next: Record, before?: Record | null): readonly Rule[] =>
  (kind.rules ?? []).filter(({ on }) => !on || !before || on.some((key) => !isAlike(next[key], before[key])))

/** What a rule that does not hold has against a record: where, and what. */
export const brokenRule = (
  rule: Rule,
  record: Record,
): { readonly path: string; readonly message: string } => {
  const part = rule.part?.(record as never)
  return {
    path: part === undefined ? rule.field : `${rule.field}/${part}`,
    message: rule.about(record as never),
  }
}

const isAlike = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null, inOrder) === JSON.stringify(other ?? null, inOrder)

/** In which order the members of an object were written says nothing. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
