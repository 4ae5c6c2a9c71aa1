import type { Fields } from '@svc/client'

/** Ids begin with their kind; what follows rises with the time of creation, whatever the kind. */
export const ageOf = ({ id }: Fields): string => {
  const text = String(id)
  return text.slice(text.indexOf('_') + 1)
}

export interface Part {
  /** Newest first. */
  readonly rows: readonly Fields[]
  readonly hasMore: boolean
}

/** Up to where the order of all parts together is known: before the youngest of what is not here yet. */
export const frontierOf = (parts: readonly Part[]): string =>
  parts
    .filter(({ hasMore }) => hasMore)
    .map(({ rows }) => rows.at(-1))
    .reduce((youngest, last) => (last && ageOf(last) > youngest ? ageOf(last) : youngest), '')

/** Several lists as one, newest first, as far as its order is known. */
export function merge(parts: readonly Part[]): readonly Fields[] {
  const frontier = frontierOf(parts)
  const at = parts.map(() => 0)
  /** Of what comes next in each; nothing is older than what is not there. */
  const ages = parts.map(({ rows: [row] }) => (row ? ageOf(row) : ''))
  const merged: Fields[] = []
  for (;;) {
    let part = 0
    for (let other = 1; other < ages.length; other++) if (age(other) > age(part)) part = other
    const row = parts[part]?.rows[at[part] ?? 0]
    if (!row || age(part) < frontier) return merged
    merged.push(row)
    const place = (at[part] ?? 0) + 1
    const next = parts[part]?.rows[place]
    at[part] = place
    ages[part] = next ? ageOf(next) : ''
  }

  function age(part: number): string {
    return ages[part] ?? ''
  }
}
