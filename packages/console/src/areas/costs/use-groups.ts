import type { Client } from '@svc/client'
import { type CostGrouping, type CostGroups, kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import { mergeGroups } from './merge-groups.ts'
import type { CostView } from './range.ts'

/** Of 500 projects each: more than that is said to be partial. */
const maxAnswers = 20

type Asked = Omit<CostView, 'by' | 'range'> & { readonly by: CostGrouping }

async function readGroups(
  client: Client,
  asked: Asked,
  signal: AbortSignal,
): Promise<CostGroups | undefined> {
  const parts: CostGroups[] = []
  for (let after: string | undefined; parts.length < maxAnswers; ) {
    const part: CostGroups = await client.call('getCostGroups', {
      query: { ...asked, ...(after && { after }) },
      signal,
    })
    parts.push(part)
    if (part.next === null) break
    after = part.next
  }
  return mergeGroups(parts)
}

export function useGroups({ by, from, to, compare, currency }: Asked) {
  const { client, mode } = useMode()
  const asked = { by, from, to, compare, currency }
  return useQuery({
    queryKey: [...keyOf(mode, kinds.costEntry), 'groups', asked],
    queryFn: ({ signal }) => readGroups(client, asked, signal),
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
    // The figures stay while others are on their way, so that nothing jumps.
    placeholderData: (before) => before,
  })
}
