import type { Kind, Rule } from './kind.ts'

type Record = Readonly<{ [key: string]: unknown }>

/** The rules that apply to a record; `before` is absent for a new one. */
export const rulesAsked = (kind: Kind, next: Record, before?: Record | null): readonly Rule[] =>
  (kind.rules ?? []).filter(({ on }) => !on || !before || on.some((key) => !isAlike(next[key], before[key])))

/** Where and how a record breaks a rule. */
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

/** The order of an object's properties is irrelevant. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
