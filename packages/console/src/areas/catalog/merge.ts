import type { Fields } from '@svc/client'
import type { Sorting } from '../../list/sorting.ts'

/** Ids begin with their kind; the rest increases with the time of creation, whatever the kind. */
const ageOf = ({ id }: Fields): string => {
  const text = String(id)
  return text.slice(text.indexOf('_') + 1)
}

/** How rows are ordered: by a text, ascending or descending. */
export interface Order {
  readonly isDescending: boolean
  placeOf(this: void, row: Fields): string
}

/** As the server sorts each of the lists: ignoring case, and equal ones by age. */
export function orderOf(sorting: Sorting | null): Order {
  if (!sorting) return { isDescending: true, placeOf: ageOf }
  const { key, isDescending } = sorting
  if (key === 'createdAt') return { isDescending, placeOf: ageOf }
  return { isDescending, placeOf: (row) => `${String(row[key]).toLowerCase()}\0${ageOf(row)}` }
}

const isBefore = ({ isDescending }: Order, one: string, other: string): boolean =>
  isDescending ? one > other : one < other

export interface Part {
  /** In the requested order. */
  readonly rows: readonly Fields[]
  readonly hasMore: boolean
}

/** Up to where the merged order is known: before the first row that is not loaded yet. */
export function frontierOf(parts: readonly Part[], order: Order): string | undefined {
  let frontier: string | undefined
  for (const { rows, hasMore } of parts) {
    const last = hasMore ? rows.at(-1) : undefined
    const place = last && order.placeOf(last)
    if (place !== undefined && (frontier === undefined || isBefore(order, place, frontier))) frontier = place
  }
  return frontier
}

/** Whether this row is beyond the point up to which the merged order is known. */
export const isBeyond = (row: Fields, frontier: string | undefined, order: Order): boolean =>
  frontier !== undefined && isBefore(order, frontier, order.placeOf(row))

/** Several lists merged into one, as far as its order is known. */
export function merge(parts: readonly Part[], order: Order): readonly Fields[] {
  const frontier = frontierOf(parts, order)
  const at = parts.map(() => 0)
  const nextIn = (part: number): string | undefined => {
    const row = parts[part]?.rows[at[part] ?? 0]
    return row && order.placeOf(row)
  }
  const next = parts.map((_, part) => nextIn(part))
  const merged: Fields[] = []
  for (;;) {
    let first: string | undefined
    let part = 0
    for (const [other, place] of next.entries()) {
      if (place === undefined || (first !== undefined && !isBefore(order, place, first))) continue
      first = place
      part = other
    }
    const row = parts[part]?.rows[at[part] ?? 0]
    if (first === undefined || !row) return merged
    if (frontier !== undefined && isBefore(order, frontier, first)) return merged
    merged.push(row)
    at[part] = (at[part] ?? 0) + 1
    next[part] = nextIn(part)
  }
}
