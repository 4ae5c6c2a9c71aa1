import { type InfiniteData, type Query, replaceEqualDeep } from '@tanstack/query-core'

const fewPages = 3

interface Kept {
  readonly state: Pick<Query['state'], 'data' | 'isInvalidated'>
}

function hasManyPages(data: unknown): boolean {
  const { pages } = (data ?? {}) as Partial<InfiniteData<unknown>>
  return Array.isArray(pages) && pages.length > fewPages
}

/** A list that has been scrolled through is not read again from its beginning behind somebody's back. */
export const isLongList = ({ state }: Kept): boolean => hasManyPages(state.data)

/** Looking away and back is no reason to read all its pages once more; that it is known to be old, is. */
const isWorthReading = (query: Kept): boolean => !isLongList(query) || query.state.isInvalidated

/** How a query of pages is kept, so that a long one costs no more than what is seen of it. */
export const asLongList = {
  refetchOnMount: isWorthReading,
  refetchOnWindowFocus: isWorthReading,
  refetchOnReconnect: isWorthReading,
  // To find what stayed the same in fifty thousand rows takes longer than to draw the forty in view.
  structuralSharing: (before: unknown, after: unknown): unknown =>
    hasManyPages(after) ? after : replaceEqualDeep(before, after),
}
