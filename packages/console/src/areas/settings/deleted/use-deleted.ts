import type { CallInput } from '@svc/client'
import { capital, type Kind } from '@svc/model'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import { useMode } from '../../../session/mode.tsx'

const pageSize = 50

export function useDeleted(kind: string | undefined) {
  const { client, mode } = useMode()
  return useInfiniteQuery({
    queryKey: [mode, 'deleted', kind ?? null],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { kind, limit: pageSize, cursor } as NonNullable<CallInput<'listDeleted'>['query']>
      return client.call('listDeleted', { query, signal })
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before) => before,
    // No event names this list, and much may have been deleted since it was read.
    staleTime: 0,
  })
}

export function useRestore(kind: Kind, name: string) {
  const { client, mode } = useMode()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (eventId: string) => client.call('restoreDeleted', { params: { eventId } }),
    onSuccess: () => tell(`${capital(kind.noun)} restored`, name),
    onError: (error) => tellTrouble('Not restored', error),
    // What comes back may be mentioned anywhere.
    onSettled: () => queries.invalidateQueries({ queryKey: [mode] }),
  })
}
