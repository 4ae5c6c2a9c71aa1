import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'

/** How the environments of a project differ now. */
export function useDrift(appId: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.driftSnapshot), appId],
    queryFn: ({ signal }) => client.call('getDrift', { query: { appId }, signal }),
  })
}
