import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useMode } from '../../session/mode.tsx'
import { keyOf } from '../../api/records.ts'
import { hitCount } from './graph.ts'

export * from './graph.ts'

/** An entity, as `component:prj_…`, and everything one step away from it. */
export function useNeighbours(entity: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.dependency), 'neighbours', entity],
    queryFn: ({ signal }) => client.call('getGraph', { query: { root: entity, depth: 1 }, signal }),
  })
}

/** How many are affected if it fails, without listing them. */
export function useImpactCount(entity: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.dependency), 'neighbours', entity, 'count'],
    queryFn: ({ signal }) => client.call('getImpact', { query: { of: entity, limit: 1 }, signal }),
    select: hitCount,
  })
}
