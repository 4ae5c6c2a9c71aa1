import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import type { Slo } from './words.ts'

/** Why an SLO has its status; refetched whenever the status is recalculated. */
export function useExplanation({ id, status, lastUpdatedAt, measuredAt }: Slo) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.slo), 'explain', id, status, lastUpdatedAt, measuredAt],
    queryFn: ({ signal }) => client.call('explainSlo', { params: { sloId: id }, signal }),
    staleTime: 60_000,
  })
}
