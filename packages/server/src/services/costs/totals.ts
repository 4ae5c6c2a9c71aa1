import { centsWithin, type DayRange, overlap } from './spread.ts'

/** Cents for each of a range of days. */
export class DailyTotals {
  readonly #range: DayRange
  readonly #cents: number[]

  constructor(range: DayRange) {
    this.#range = range
    this.#cents = new Array<number>(range.last - range.first + 1).fill(0)
  }

  // Visits only days in the range, so that an entry of a hundred years costs no more than one as long as the range.
  add(amountCents: number, covered: DayRange): void {
    const common = overlap(covered, this.#range)
    if (!common) return
    for (let day = common.first; day <= common.last; day += 1) {
      const index = day - this.#range.first
      const cents = centsWithin(amountCents, covered, { first: day, last: day })
      this.#cents[index] = (this.#cents[index] ?? 0) + cents
    }
  }

  series({ first, last }: DayRange): readonly number[] {
    return this.#cents.slice(first - this.#range.first, last - this.#range.first + 1)
  }

  sum(days: DayRange): number {
    return this.series(days).reduce((total, cents) => total + cents, 0)
  }
}

/** Cents by a name, which is user input. */
export class NamedTotals {
  // A Map and Object.fromEntries accept any name; assigning to an object would trip over `__proto__`.
  readonly #cents = new Map<string, number>()

  add(name: string, cents: number): void {
    this.#cents.set(name, (this.#cents.get(name) ?? 0) + cents)
  }

  /** Largest first, equal ones by name: the same whatever order the entries came in. */
  ranked(): readonly (readonly [name: string, cents: number])[] {
    return [...this.#cents].sort(([a, aCents], [b, bCents]) => bCents - aCents || (a < b ? -1 : 1))
  }

  toObject(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.ranked())
  }
}
