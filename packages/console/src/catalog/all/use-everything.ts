import type { Fields, Page } from '@svc/client'
import { filtersOf, type Kind, kinds } from '@svc/model'
import { useCallback, useMemo } from 'react'
import { useRecords } from '../../api/records.ts'
import { ageOf, frontierOf, merge, type Part } from './merge.ts'

type Query = Readonly<Record<string, string>>

/** What a kind's own list is asked; undefined where nothing of the kind can match. */
function askedOf(kind: Kind, { kind: noun, ...query }: Query): Query | undefined {
  if (noun !== undefined && noun !== kind.noun) return undefined
  const known = filtersOf(kind)
  return Object.keys(query).every((key) => known[key]) ? query : undefined
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

/** Rows stay the same objects, so that what is drawn of them stays, too. */
function rowsOf({ noun }: Kind, page: Page<Fields>): readonly Fields[] {
  const found = known.get(page) ?? page.items.map((record) => ({ ...record, kind: noun }))
  known.set(page, found)
  return found
}

/** The lists of all kinds as one. Each is read page by page; the one that holds the others up is read on. */
export function useEverything(query: Query) {
  const lists = [
    useListOf(kinds.project, query),
    useListOf(kinds.api, query),
    useListOf(kinds.resource, query),
    useListOf(kinds.system, query),
    useListOf(kinds.domain, query),
    useListOf(kinds.team, query),
  ]
  const parts = lists.map(({ part }) => part)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new each time, its parts are not.
  const rows = useMemo(() => merge(parts), parts)
  const onEnd = useCallback(() => {
    const frontier = frontierOf(parts)
    for (const { list, part } of lists) {
      const last = part.rows.at(-1)
      if (part.hasMore && last && ageOf(last) >= frontier) void list.fetchNextPage({ cancelRefetch: false })
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  }, parts)
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
