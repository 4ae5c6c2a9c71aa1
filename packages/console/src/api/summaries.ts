import { useQuery } from '@tanstack/react-query'
import { useMode } from '../session/mode.tsx'

/** What matters about an entity, as `component:prj_…` or `team:team_…`; null if it does not exist. */
export function useSummary(entity: string | undefined) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [mode, 'summary', entity],
    queryFn: async ({ signal }) => {
      const { summaries } = await client.call('getSummaries', { query: { of: entity ?? '' }, signal })
      return summaries[0] ?? null
    },
    enabled: entity !== undefined,
  })
}

/** What happened to it in the last 30 days. */
export function useTimeline(entity: string | undefined) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [mode, 'summary', entity, 'timeline'],
    queryFn: ({ signal }) => client.call('getTimeline', { query: { of: entity ?? '' }, signal }),
    enabled: entity !== undefined,
  })
}
