import type { Fields } from '@svc/client'
import type { Kind } from '@svc/model'
import type { Sorting } from './sorting.ts'

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Rows in the requested order, words of a fixed set in the model's; those without a value come last either way. */
export function sorted(
  { fields }: Kind,
  rows: readonly Fields[],
  { key, isDescending }: Sorting,
): readonly Fields[] {
  const sign = isDescending ? -1 : 1
  const places = new Map((fields[key]?.schema.enum ?? []).map((word, place) => [word, place]))
  return [...rows].sort((one, other) => {
    const [a, b] = [one, other].map((row) => places.get(row[key]) ?? row[key] ?? null)
    if (a === null || b === null || a === undefined || b === undefined)
      return Number(a === null) - Number(b === null)
    const order =
      typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
    return sign * order
  })
}

/** References are ids, whose order means nothing. */
export const isSortable = (kind: Kind, key: string): boolean =>
  !['ref', 'refs', 'json', 'texts'].includes(kind.fields[key]?.type ?? 'json')
