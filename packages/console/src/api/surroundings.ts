import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useMode } from '../session/mode.tsx'
import { keyOf } from './records.ts'

/** So many that a service with its APIs, their consumers and its system is complete. */
const limit = 400

/** An entity and what is up to two steps away: its system and their domain, its APIs and their consumers. */
export function useSurroundings(entity: string | undefined) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.dependency), 'neighbours', entity, 'surroundings'],
    queryFn: ({ signal }) =>
      client.call('getGraph', { query: { root: entity ?? '', depth: 2, limit }, signal }),
    enabled: entity !== undefined,
  })
}
