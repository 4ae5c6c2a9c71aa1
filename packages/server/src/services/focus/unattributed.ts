import { toCents } from './amount.ts'
import type { Charge } from './charge.ts'

/** Why rows belong to no project, beside their resource and account, which no project owns. */
export interface Reason {
  /** Absent: they have no such tag, or none was chosen. Shared: more than one project has that name. */
  readonly why: 'absent' | 'unknown' | 'shared'
  /** What the tag says. */
  readonly value: string | null
  readonly rows: number
  readonly totals: readonly { readonly currency: string; readonly cents: number }[]
}

export interface Unattributed {
  readonly rows: number
  /** Those with the most rows. */
  readonly reasons: readonly Reason[]
}

/** What a row's tag says, and whether that names several projects. */
export interface NamedByTag {
  readonly value: string
  readonly isShared: boolean
}

const shownReasons = 20
/** Of further ones only the rows are counted. */
const maxValues = 1_000
const maxLength = 200

interface Group {
  readonly why: Reason['why']
  readonly value: string | null
  rows: number
  readonly exact: Map<string, bigint>
}

/** Counts rows that belong to no project by what their tag says: the way to a wrong name is to see it. */
export function createUnattributed() {
  const groups = new Map<string, Group>()
  let rows = 0

  const groupOf = (named: NamedByTag | undefined): Group | undefined => {
    const value = named?.value.slice(0, maxLength)
    const key = value === undefined ? '' : `=${value}`
    const found = groups.get(key)
    if (found || groups.size > maxValues) return found
    const group: Group = {
      why: named === undefined ? 'absent' : named.isShared ? 'shared' : 'unknown',
      // A copy: a substring would keep the whole chunk of the file in memory.
      value: value === undefined ? null : Buffer.from(value).toString(),
      rows: 0,
      exact: new Map(),
    }
    groups.set(key === '' ? '' : Buffer.from(key).toString(), group)
    return group
  }

  return {
    add({ amount, currency }: Charge, named: NamedByTag | undefined): void {
      rows += 1
      const group = groupOf(named)
      if (!group) return
      group.rows += 1
      group.exact.set(currency, (group.exact.get(currency) ?? 0n) + amount)
    },
    summary: (): Unattributed => ({
      rows,
      reasons: [...groups.values()]
        .sort((a, b) => b.rows - a.rows)
        .slice(0, shownReasons)
        .map(({ exact, ...group }) => ({
          ...group,
          totals: [...exact]
            .map(([currency, amount]) => ({ currency, cents: Number(toCents(amount)) }))
            .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
        })),
    }),
  }
}
