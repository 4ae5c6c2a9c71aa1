import type { Fields, Page } from '@svc/client'
import { filtersOf, type Kind, kinds } from '@svc/model'
import { useCallback, useMemo, useRef } from 'react'
import { useRecords } from '../../api/records.ts'
import type { ListState } from '../../list/use-list-state.ts'
import { frontierOf, isBeyond, merge, orderOf, type Part } from './merge.ts'

type Query = Readonly<Record<string, string>>

/** The query for a kind's own list; undefined where nothing of the kind can match. */
function askedOf(kind: Kind, { kind: noun, sort, ...filters }: Query): Query | undefined {
  if (noun !== undefined && noun !== kind.noun) return undefined
  const known = filtersOf(kind)
  if (!Object.keys(filters).every((key) => known[key])) return undefined
  return sort === undefined ? filters : { ...filters, sort }
}

function useListOf(kind: Kind, query: Query) {
  const asked = useMemo(() => askedOf(kind, query), [kind, query])
  const list = useRecords(kind, asked ?? {}, { isEnabled: asked !== undefined })
  const { data, hasNextPage } = list
  const part = useMemo(
    (): Part => ({
      rows: asked ? (data?.pages.flatMap((page) => rowsOf(kind, page)) ?? []) : [],
      hasMore: asked !== undefined && hasNextPage,
    }),
    [kind, asked, data, hasNextPage],
  )
  return { list, part, isAsked: asked !== undefined }
}

const known = new WeakMap<object, readonly Fields[]>()

/** Rows stay the same objects, so that they are not rendered again. */
function rowsOf({ noun }: Kind, page: Page<Fields>): readonly Fields[] {
  const found = known.get(page) ?? page.items.map((record) => ({ ...record, kind: noun }))
  known.set(page, found)
  return found
}

/** The lists of all kinds as one, each read page by page; the list that holds up the others is read next. */
export function useEverything({ query, served }: Pick<ListState, 'query' | 'served'>) {
  const order = useMemo(() => orderOf(served), [served])
  const lists = [
    useListOf(kinds.project, query),
    useListOf(kinds.api, query),
    useListOf(kinds.resource, query),
    useListOf(kinds.system, query),
    useListOf(kinds.domain, query),
    useListOf(kinds.team, query),
  ]
  const parts = lists.map(({ part }) => part)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array is new each time, its elements are not.
  const merged = useMemo(() => merge(parts, order), [order, ...parts])
  // Rows of the previous query are in the previous order: they stay as they were until all lists have loaded.
  const shown = useRef(merged)
  if (!lists.some(({ list, isAsked }) => isAsked && list.isPlaceholderData)) shown.current = merged
  const rows = shown.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const onEnd = useCallback(() => {
    const frontier = frontierOf(parts, order)
    for (const { list, part } of lists) {
      const last = part.rows.at(-1)
      if (part.hasMore && last && !isBeyond(last, frontier, order))
        void list.fetchNextPage({ cancelRefetch: false })
    }
  }, [order, ...parts])
  const asked = lists.filter(({ isAsked }) => isAsked).map(({ list }) => list)
  return {
    rows,
    onEnd,
    isWhole: parts.every(({ hasMore }) => !hasMore),
    isPending: asked.some((list) => list.isPending),
    error: asked.find((list) => list.isError && !list.data)?.error,
    retry: () => void Promise.all(asked.map((list) => list.refetch())),
  }
}
