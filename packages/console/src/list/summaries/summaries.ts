import type { Client } from '@svc/client'
import { type EntitySummary, type Kind, summaryLimits } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { inBatches } from '../../api/in-batches.ts'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import { summarisedAs } from './summary-columns.ts'

type Load = (key: string) => Promise<EntitySummary | null>
const loaders = new WeakMap<Client, Load>()

/** The rows in view are summed up together, and those that come into view meanwhile with the next request. */
export function summaryLoaderFor(client: Client): Load {
  const known = loaders.get(client)
  if (known) return known
  const load = inBatches(summaryLimits.entities, async (keys) => {
    const { summaries } = await client.call('getSummaries', { query: { of: keys.join(',') } })
    return new Map(summaries.map((one) => [`${one.kind}:${one.id}`, one]))
  })
  loaders.set(client, load)
  return load
}

export const summaryKey = (kind: Kind, id: string): string => `${summarisedAs(kind)}:${id}`

export function useSummary(kind: Kind, id: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kind), 'summary', id],
    queryFn: () => summaryLoaderFor(client)(summaryKey(kind, id)),
    staleTime: 60_000,
  })
}
