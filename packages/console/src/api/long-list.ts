import { type InfiniteData, type Query, replaceEqualDeep } from '@tanstack/query-core'

const maxRefetchedPages = 3

interface Kept {
  readonly state: Pick<Query['state'], 'data' | 'isInvalidated'>
}

function hasManyPages(data: unknown): boolean {
  const { pages } = (data ?? {}) as Partial<InfiniteData<unknown>>
  return Array.isArray(pages) && pages.length > maxRefetchedPages
}

/** A list that somebody has scrolled through is not reloaded from the start behind their back. */
export const isLongList = ({ state }: Kept): boolean => hasManyPages(state.data)

/** Refocusing the window is no reason to read all its pages again; being known to be stale is. */
const isWorthReading = (query: Kept): boolean => !isLongList(query) || query.state.isInvalidated

/** Query options for a paged list, so that a long one costs no more than the part in view. */
export const asLongList = {
  refetchOnMount: isWorthReading,
  refetchOnWindowFocus: isWorthReading,
  refetchOnReconnect: isWorthReading,
  // Finding out what stayed the same in fifty thousand rows takes longer than drawing the forty in view.
  structuralSharing: (before: unknown, after: unknown): unknown =>
    hasManyPages(after) ? after : replaceEqualDeep(before, after),
}
