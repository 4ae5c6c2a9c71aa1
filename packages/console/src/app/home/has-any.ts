import type { Kind } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'

/** Whether there is any record of a kind. */
export function useHasAny(kind: Kind) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kind), 'any'],
    queryFn: async ({ signal }) =>
      (await client.records(kind).page({ limit: 1 }, { signal })).items.length > 0,
  })
}
