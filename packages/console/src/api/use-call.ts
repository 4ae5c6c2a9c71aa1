import type { CallAnswer, CallArguments, CallId, CallInput } from '@svc/client'
import type { Kind } from '@svc/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clientFor } from '../session/client.ts'
import { keyOf } from './records.ts'
import { useMode } from '../session/mode.tsx'

/** What belongs to the organisation is the same in both modes; all of it can be read in live mode. */
const home = clientFor('live')

function useModeOf(kind: Kind) {
  const { client, mode } = useMode()
  return kind.home === 'organisation'
    ? { client: home, key: keyOf('live', kind) }
    : { client, key: keyOf(mode, kind) }
}

/** The response of an operation, cached with everything else about its kind. */
export function useCall<Id extends CallId>(kind: Kind, id: Id, ...given: CallArguments<Id>) {
  const { client, key } = useModeOf(kind)
  return useQuery({
    queryKey: [...key, id, ...given],
    queryFn: ({ signal }) => client.call(id, ...([{ ...given[0], signal }] as CallArguments<Id>)),
  })
}

/** Calls an operation that changes something, then refetches what it may have changed. */
export function useAction<Id extends CallId>(kind: Kind, id: Id) {
  const { client, key } = useModeOf(kind)
  const { mode } = useMode()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<Id>): Promise<CallAnswer<Id>> => client.call(id, ...[input]),
    onSettled: () =>
      Promise.all([key, keyOf(mode, kind)].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
