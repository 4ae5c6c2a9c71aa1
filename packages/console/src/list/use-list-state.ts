import { asQueryWord, filtersOf, type Kind, takesQuery } from '@svc/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isReadInOrderOf } from '../api/read-page.ts'
import { type GroupBy, groupingsOf } from './groups/group-by.ts'
import { isPlainText } from './query/edited.ts'
import { type Sorting, sortingIn } from './sorting.ts'
import { usualSort } from './usual-sort.ts'

export interface ListState {
  readonly q: string
  /** What stands in the search box. */
  readonly text: string
  /** The filters for the server, by name, apart from the search words. */
  readonly filters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly sorting: Sorting | null
  /** The same where the list is read in that order: it is then part of the query, and covers rows that are not loaded yet. */
  readonly served: Sorting | null
  /** Whether nobody has asked for an order: what is out of use may then come last. */
  readonly isUsualOrder: boolean
  /** What the list is grouped by. */
  readonly by: GroupBy | undefined
  readonly isNarrowed: boolean
  set(changes: Readonly<Record<string, string | null>>): void
  sortBy(key: string): void
  /** Looks for a plain text as it stands, and for anything else as a query. */
  ask(text: string): void
  /** The parameters with which the list is asked for a text. */
  paramsOf(this: void, text: string): Readonly<Record<string, string>>
  clear(): void
}

const queryParam = 'query'

/** The state of a list: kept in the address bar, so that a reload, a bookmark and "back" restore it. */
export function useListState(kind: Kind): ListState {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const keys = useMemo(
    () => [...Object.keys(filtersOf(kind)), ...(takesQuery(kind) ? [queryParam] : [])],
    [kind],
  )
  const params = useMemo(
    () =>
      Object.fromEntries(
        keys.flatMap((key) => {
          const value = search[key]
          return value === undefined || value === null || value === '' ? [] : [[key, String(value)]]
        }),
      ),
    [keys, search],
  )
  const { q = '', query: asked = '', ...filters } = params
  const sort = typeof search.sort === 'string' && search.sort ? search.sort : usualSort(kind)
  const sorting = useMemo(() => sortingIn(sort), [sort])
  const served = sorting && isReadInOrderOf(kind, sorting.key) ? sorting : null
  const query = useMemo(() => (served ? { ...params, sort } : params), [params, served, sort])

  const set: ListState['set'] = (changes) => {
    const next = Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value || undefined]))
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: 'q' in changes })
  }
  const paramsOf = (text: string) => (isPlainText(text) ? { q: text } : { [queryParam]: text })
  return {
    q,
    text: asked === '' ? q : q === '' ? asked : `${asked} ${asQueryWord(q)}`,
    filters,
    query,
    sorting,
    served,
    by: groupingsOf(kind).find(({ name }) => name === search.group),
    isUsualOrder: sort === usualSort(kind),
    isNarrowed: Object.keys(params).some((key) => key !== kind.hiddenBy),
    set,
    sortBy: (key) => set({ sort: sort === key ? `-${key}` : sort === `-${key}` ? null : key }),
    ask: (text) => set({ q: null, [queryParam]: null, ...paramsOf(text) }),
    paramsOf,
    clear: () => set(Object.fromEntries(keys.map((key) => [key, null]))),
  }
}
