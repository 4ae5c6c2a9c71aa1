import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'

/** The current drift of a project's environments. */
export function useDrift(appId: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.driftSnapshot), appId],
    queryFn: ({ signal }) => client.call('getDrift', { query: { appId }, signal }),
  })
}
