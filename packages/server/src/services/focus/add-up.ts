import { CatalogError } from '@svc/model'
import { showAmount, toCents } from './amount.ts'
import type { Charge } from './charge.ts'
import type { DaySum, Scratch } from './scratch.ts'

/** Adds a charge to its days, evenly; the remainder goes to the last. */
export function addCharge(
  scratch: Scratch,
  { amount, currency, days, service, category }: Charge,
  place: { readonly importId: string; readonly partId: string; readonly appId: string | null },
): void {
  const add = scratch.adder({ ...place, currency, service, category })
  const count = days.last - days.first + 1
  const each = count === 1 ? amount : amount / BigInt(count)
  for (let day = days.first; day < days.last; day += 1) add(day, each)
  add(days.last, count === 1 ? amount : amount - each * BigInt(count - 1))
}

/** A day's sum in whole cents. */
export interface Entry extends Omit<DaySum, 'amount'> {
  readonly cents: number
}

export interface CurrencyTotal {
  readonly currency: string
  readonly cents: number
  /** The sum of the rows before it was rounded. */
  readonly exact: string
  readonly unallocatedCents: number
}

/**
 * Turns sums into cents. Each gets the cents by which it increases the rounded running total: no sum is off by a cent
 * or more, nor is a project's total, and together they are the rounded total of their currency.
 */
export function createRounding() {
  const totals = new Map<string, { exact: bigint; cents: bigint; unallocated: bigint }>()
  return {
    *entries(sums: Iterable<DaySum>): Generator<Entry> {
      for (const { amount, ...sum } of sums) {
        const total = totals.get(sum.currency) ?? { exact: 0n, cents: 0n, unallocated: 0n }
        totals.set(sum.currency, total)
        total.exact += amount
        const cents = toCents(total.exact) - total.cents
        total.cents += cents
        if (sum.appId === null) total.unallocated += cents
        if (cents !== 0n) yield { ...sum, cents: safe(cents) }
      }
    },
    totals: (): readonly CurrencyTotal[] =>
      [...totals]
        .map(([currency, { exact, cents, unallocated }]) => ({
          currency,
          cents: safe(cents),
          exact: showAmount(exact),
          unallocatedCents: safe(unallocated),
        }))
        .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  }
}

function safe(cents: bigint): number {
  const number = Number(cents)
  if (Number.isSafeInteger(number)) return number
  throw new CatalogError('invalid_request', 'The amounts in it are too large to be stored to the cent.')
}
