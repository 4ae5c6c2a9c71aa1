import type { CallInput } from '@svc/client'
import { facetKinds, facetParam, type Kind } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useMode } from '../session/mode.tsx'
import { keyOf } from './records.ts'

/** How many records of a list have each value of its filters; nothing for kinds that are not counted. */
export function useFacets(kind: Kind, filters: Readonly<Record<string, string>>, { isEnabled = true } = {}) {
  const { client, mode } = useMode()
  const query = Object.fromEntries(Object.entries(filters).map(([name, value]) => [facetParam(name), value]))
  return useQuery({
    queryKey: [...keyOf(mode, kind), 'facets', query],
    queryFn: ({ signal }) =>
      client.call('getFacets', {
        query: { ...query, kind: kind.name } as CallInput<'getFacets'>['query'],
        signal,
      }),
    enabled: isEnabled && facetKinds.includes(kind),
  })
}
