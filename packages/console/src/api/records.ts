import type { Fields, Page, Query, RecordIn, Tagged } from '@svc/client'
import { capital, CatalogError, type Kind, oneOfKind, titleOf } from '@svc/model'
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMode } from '../session/mode.tsx'
import { tell, tellTrouble } from '../design/toast.tsx'
import { asLongList } from './long-list.ts'
import { readPage } from './read-page.ts'
import { useUndo } from './undo.ts'

/** Everything known about a kind in a mode is cached under one key, so that one event can refresh it. */
export const keyOf = (mode: string, kind: Kind): readonly string[] => [mode, kind.name]

/** The first page is small, to be on screen quickly; the others are large, so that a long list takes few requests. */
const firstPage = 100
const nextPages = 500

/** A list, page by page; what was shown stays until the new response is in. */
export function useRecords<K extends Kind>(kind: K, query: Query = {}, { isEnabled = true } = {}) {
  const { client, mode } = useMode()
  return useInfiniteQuery({
    queryKey: [...keyOf(mode, kind), 'list', query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readPage(
        client,
        kind,
        { query, limit: pageParam ? nextPages : firstPage, cursor: pageParam },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before: InfiniteData<Page<RecordIn<K>>, string | undefined> | undefined) => before,
    enabled: isEnabled,
    ...asLongList,
  })
}

export function useRecord<K extends Kind>(kind: K, id: string | null | undefined) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kind), 'one', id],
    queryFn: ({ signal }) => client.records(kind).read(id ?? '', { signal }),
    enabled: Boolean(id),
  })
}

/** Changes are shown at once and rolled back, with the reason, if they are refused. */
export function useUpdate(kind: Kind, id: string) {
  const { client, mode } = useMode()
  const queries = useQueryClient()
  const key = [...keyOf(mode, kind), 'one', id]
  return useMutation({
    mutationFn: ({ changes, etag }: { readonly changes: Fields; readonly etag?: string | null }) =>
      client.records(kind).update(id, changes, { ifMatch: etag }),
    onMutate: async ({ changes }) => {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<Tagged<Fields>>(key)
      if (before) queries.setQueryData(key, { ...before, record: { ...before.record, ...changes } })
      return { before }
    },
    onError: (error, _, kept) => {
      if (kept?.before) queries.setQueryData(key, kept.before)
      if (!hasFieldFaults(error)) tellTrouble('Not saved', error)
    },
    onSuccess: (saved) => queries.setQueryData(key, saved),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(mode, kind) }),
  })
}

export function useCreate(kind: Kind) {
  const { client, mode } = useMode()
  const undo = useUndo()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Fields) => client.records(kind).create(body),
    onSuccess: ({ record, etag }) => {
      const title = titleOf(kind, record)
      tell(`${capital(oneOfKind(kind))} created`, title, undo.creation(kind, String(record.id), etag))
      return queries.invalidateQueries({ queryKey: keyOf(mode, kind) })
    },
  })
}

export function useDelete(kind: Kind) {
  const { client, mode } = useMode()
  const undo = useUndo()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => client.records(kind).delete(id),
    onError: (error) => tellTrouble('Not deleted', error),
    onSuccess: (_, id) => {
      tell(`${capital(kind.noun)} deleted`, undefined, undo.deletion(kind, id))
      // Its own page is still mounted for a moment, and would ask for what is gone.
      const predicate = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => !queryKey.includes(id)
      return queries.invalidateQueries({ queryKey: keyOf(mode, kind), predicate })
    },
  })
}

/** Whether an error says which fields it is about; it is then shown beside them. */
export const hasFieldFaults = (error: unknown): boolean =>
  error instanceof CatalogError && (error.details?.length ?? 0) > 0
