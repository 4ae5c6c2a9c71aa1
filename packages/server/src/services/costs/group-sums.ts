import { type CostChange, type CostGroup, type CostGroups, costGroupLimits } from '@svc/model'
import type { Spending } from './spending.ts'

type Part = CostGroup['part']

interface Sum {
  readonly part: Part
  readonly id: string | null
  cents: number
  previousCents: number
  projects: number
  sharedCents: number
  readonly daily: number[]
  changes: CostChange[]
}

/** Adds up groups: every cent goes into exactly one of them. */
export class GroupSums {
  readonly #sums = new Map<string, Sum>()
  readonly #currencies = new Map<string, number>()
  readonly #days: number
  readonly #isCompared: boolean

  constructor({ days, isCompared }: { readonly days: number; readonly isCompared: boolean }) {
    this.#days = days
    this.#isCompared = isCompared
  }

  add(
    part: Part,
    id: string | null,
    spending: Spending,
    { projects = 0, changes = [] as CostChange[] } = {},
  ) {
    const sum = this.#at(part, id)
    sum.cents += spending.cents
    sum.previousCents += spending.previousCents
    sum.projects += projects
    for (const [day, cents] of spending.dailySeries.entries()) sum.daily[day] = (sum.daily[day] ?? 0) + cents
    // Compared with nothing, nothing has changed.
    if (this.#isCompared) sum.changes = largest([...sum.changes, ...changes])
  }

  /** What several groups share is in none of them, but each says how much it is. */
  share(id: string, cents: number): void {
    this.#at('group', id).sharedCents += cents
  }

  spent(currencies: Spending['currencies']): void {
    for (const [currency, cents] of Object.entries(currencies))
      this.#currencies.set(currency, (this.#currencies.get(currency) ?? 0) + cents)
  }

  get ids(): readonly string[] {
    return [...this.#sums.values()].flatMap(({ part, id }) => (part === 'group' && id !== null ? [id] : []))
  }

  end(
    names: ReadonlyMap<string, string>,
  ): Pick<CostGroups, 'cents' | 'previousCents' | 'currencies' | 'groups'> {
    const groups = [...this.#sums.values()].map(({ daily, ...sum }) => ({
      ...sum,
      name: sum.id === null ? null : (names.get(sum.id) ?? null),
      dailySeries: daily,
    }))
    return {
      cents: groups.reduce((total, { cents }) => total + cents, 0),
      previousCents: groups.reduce((total, { previousCents }) => total + previousCents, 0),
      currencies: Object.fromEntries([...this.#currencies].sort(([a], [b]) => (a < b ? -1 : 1))),
      groups: groups.sort((a, b) => b.cents - a.cents || ((a.name ?? '') < (b.name ?? '') ? -1 : 1)),
    }
  }

  #at(part: Part, id: string | null): Sum {
    const key = `${part} ${id ?? ''}`
    const known = this.#sums.get(key)
    if (known) return known
    const figures = { cents: 0, previousCents: 0, projects: 0, sharedCents: 0 }
    const sum: Sum = { part, id, ...figures, daily: new Array<number>(this.#days).fill(0), changes: [] }
    this.#sums.set(key, sum)
    return sum
  }
}

const byHowMuch = (change: CostChange): number => Math.abs(change.cents - change.previousCents)

/** Those that have changed most; what has not changed explains nothing. */
const largest = (changes: readonly CostChange[]): CostChange[] =>
  changes
    .filter((change) => byHowMuch(change) > 0)
    .sort((a, b) => byHowMuch(b) - byHowMuch(a) || (a.name < b.name ? -1 : 1))
    .slice(0, costGroupLimits.changes)
