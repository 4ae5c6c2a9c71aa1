import type { Fields } from '@svc/client'
import { capital, type Kind, plain, severalOfKind } from '@svc/model'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useName } from '../api/names.ts'
import { useRecords } from '../api/records.ts'
import { Button } from '../design/button.tsx'
import { Note } from '../design/note.tsx'
import { PageHead } from '../design/page-head.tsx'
import { Problem } from '../design/problem.tsx'
import { said } from '../design/trouble.ts'
import { PendingChanges } from '../live/pending-changes.tsx'
import { useAreaParts } from '../values/area-parts.ts'
import { useMay } from '../api/use-may.ts'
import { CsvButton } from './csv/csv-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import styles from './list-page.module.css'
import { NewLink } from './new-link.tsx'
import { Rows } from './rows.tsx'
import { sorted } from './sorted.ts'
import { useColumns } from './use-columns.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListState } from './use-list-state.ts'
import { withInactiveLast } from './usual-sort.ts'

const GroupedRows = lazy(async () => ({ default: (await import('./groups/grouped-rows.tsx')).GroupedRows }))
const ListEmpty = lazy(async () => ({ default: (await import('./list-empty.tsx')).ListEmpty }))
const BulkBar = lazy(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }))

const count = new Intl.NumberFormat()

export function ListPage({ kind }: { readonly kind: Kind }) {
  const Views = useAreaParts().views[kind.name]
  const { view: viewId }: { readonly view?: unknown } = useSearch({ strict: false })
  // Without a view, and while its name is not known, the list is called after what it lists.
  const { data: view } = useName(typeof viewId === 'string' ? viewId : null)
  const state = useListState(kind)
  const columns = useColumns(kind)
  const { by } = state
  const pages = useRecords(kind, state.query, { isEnabled: !by })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [wasSelected, setWasSelected] = useState(false)
  if (selected.size > 0 && !wasSelected) setWasSelected(true)
  const mayChange = useMay(kind, 'update')
  const mayCreate = useMay(kind, 'create')
  const navigate = useNavigate()
  useListKeys({
    '/': () => document.querySelector<HTMLElement>('main input[enterkeyhint="search"]')?.focus(),
    ...(mayCreate && { c: () => void navigate({ to: `${kind.path}/new` as string }) }),
  })
  const loaded = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data])
  const isWhole = !pages.hasNextPage
  const { sorting, served, isUsualOrder } = state
  const isSortedHere = isWhole && sorting !== null && !served
  // In a list that grows, rows that somebody has passed would move to its end.
  const isOnePage = isWhole && pages.data?.pages.length === 1
  const rows = useMemo(() => {
    if (isSortedHere) return sorted(kind, loaded, sorting)
    return isUsualOrder && isOnePage ? withInactiveLast(loaded) : loaded
  }, [kind, loaded, isSortedHere, sorting, isUsualOrder, isOnePage])
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const more = {
    query: state.query,
    hasMore: hasNextPage,
    load: async () => {
      const { data, hasNextPage: hasMore, error } = await fetchNextPage({ cancelRefetch: false })
      return { rows: data?.pages.flatMap(({ items }) => items) ?? [], hasMore, error }
    },
  }
  const [inGroups, setInGroups] = useState<Readonly<Record<string, readonly Fields[]>>>({})
  const onGroupLoaded = useCallback(
    (group: string, loadedRows: readonly Fields[]) =>
      setInGroups((before) => ({ ...before, [group]: loadedRows })),
    [],
  )
  const shared = {
    columns: columns.shown,
    isDefault: columns.isDefault,
    state,
    mayEdit: mayChange,
    ...(mayChange && { selected, onSelect: setSelected }),
  }
  const selectable = by ? [...new Set(Object.values(inGroups).flat())] : rows
  // Rows that no longer match must not be changed along with the others.
  const queryText = JSON.stringify(state.query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the query changes.
  useEffect(() => setSelected(new Set()), [queryText])
  return (
    <div className={styles.page}>
      <PendingChanges kind={kind} />
      <PageHead
        title={view?.name ?? capital(severalOfKind(kind))}
        above={
          view && (
            <Link to={kind.path as string} search={{}}>
              {capital(severalOfKind(kind))}
            </Link>
          )
        }
        lead={<span className={styles.about}>{plain(kind.about, kind)}</span>}
        actions={
          <>
            {Views && <Views />}
            <NewLink kind={kind} />
          </>
        }
      />
      <FilterBar
        kind={kind}
        state={state}
        columns={columns}
        actions={<CsvButton kind={kind} columns={columns.shown} state={state} />}
      />
      {wasSelected && (
        <Suspense>
          <BulkBar
            kind={kind}
            rows={selectable}
            selected={selected}
            more={{ ...more, hasMore: hasNextPage && !by }}
            onSelect={setSelected}
          />
        </Suspense>
      )}
      {pages.isError && !pages.data ? (
        <Problem error={pages.error} onRetry={() => void pages.refetch()} />
      ) : by ? (
        <Suspense fallback={<ListSkeleton />}>
          <GroupedRows key={by.name} kind={kind} by={by} onLoaded={onGroupLoaded} rows={shared} />
        </Suspense>
      ) : pages.isPending ? (
        <ListSkeleton />
      ) : rows.length === 0 ? (
        <Suspense fallback={<ListSkeleton />}>
          <ListEmpty kind={kind} state={state} isCurrent={!pages.isPlaceholderData} />
        </Suspense>
      ) : (
        <>
          <Rows
            kind={kind}
            columns={columns.shown}
            isDefault={columns.isDefault}
            rows={rows}
            state={state}
            isWhole={isWhole}
            onEnd={onEnd}
            mayEdit={mayChange}
            {...(mayChange && { selected, onSelect: setSelected })}
          />
          {isFetchNextPageError && !isFetchingNextPage && (
            <Note tone="bad">
              The rest of the list could not be loaded. {said(pages.error)}{' '}
              <Button look="quiet" onClick={() => void fetchNextPage()}>
                Try again
              </Button>
            </Note>
          )}
          <p className={styles.count} role="status">
            {count.format(rows.length)}{' '}
            {isWhole ? (rows.length === 1 ? kind.noun : severalOfKind(kind)) : 'loaded, more as you scroll'}
          </p>
        </>
      )}
    </div>
  )
}
