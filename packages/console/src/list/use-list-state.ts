import { filtersOf, type Kind, sortsOf } from '@svc/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Sorting, sortingIn } from './sorting.ts'

export interface ListState {
  readonly q: string
  /** What is asked of the server besides the words, by the name of the filter. */
  readonly filters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly sorting: Sorting | null
  /** The same where the server does it: then it is part of the query, and holds for what is not loaded yet. */
  readonly served: Sorting | null
  readonly isNarrowed: boolean
  set(changes: Readonly<Record<string, string | null>>): void
  sortBy(key: string): void
  clear(): void
}

/** What a list was asked: it stands in the address bar, so that a reload, a bookmark and "back" bring it again. */
export function useListState(kind: Kind): ListState {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const keys = useMemo(() => Object.keys(filtersOf(kind)), [kind])
  const given = useMemo(
    () =>
      Object.fromEntries(
        keys.flatMap((key) => {
          const value = search[key]
          return value === undefined || value === null || value === '' ? [] : [[key, String(value)]]
        }),
      ),
    [keys, search],
  )
  const { q = '', ...filters } = given
  const sort = typeof search.sort === 'string' ? search.sort : ''
  const sorting = useMemo(() => sortingIn(sort), [sort])
  const served = sorting && sortsOf(kind).includes(sorting.key) ? sorting : null
  const query = useMemo(() => (served ? { ...given, sort } : given), [given, served, sort])

  const set: ListState['set'] = (changes) => {
    const next = Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value || undefined]))
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: 'q' in changes })
  }
  return {
    q,
    filters,
    query,
    sorting,
    served,
    isNarrowed: Object.keys(given).some((key) => key !== kind.hiddenBy),
    set,
    sortBy: (key) => set({ sort: sort === key ? `-${key}` : sort === `-${key}` ? null : key }),
    clear: () => set(Object.fromEntries(keys.map((key) => [key, null]))),
  }
}
