import type { Client } from '@svc/client'
import { kinds, maxPage } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import type { Snapshot } from './history.ts'
import type { Span } from './span.ts'
import type { Slo } from './words.ts'

/** One every quarter of an hour: all of the window, in pages as large as allowed. A quarter takes nine. */
async function readSnapshots(
  client: Client,
  { sloId, from }: { readonly sloId: string; readonly from: number },
  signal: AbortSignal,
): Promise<readonly Snapshot[]> {
  const since = new Date(from).toISOString()
  let all: readonly Snapshot[] = []
  let cursor: string | undefined
  do {
    const { snapshots, nextCursor } = await client.call('listSloSnapshots', {
      params: { sloId },
      query: { limit: maxPage, ...(cursor && { cursor }) },
      signal,
    })
    all = [...snapshots, ...all]
    const isEnough = (snapshots[0]?.takenAt ?? '') < since
    cursor = isEnough ? undefined : (nextCursor ?? undefined)
  } while (cursor !== undefined)
  return all.filter(({ takenAt }) => takenAt >= since)
}

/** What was known in the window of an SLO. Rolling windows move on with each request. */
export function useSnapshots({ id, window }: Slo, span: Span | undefined) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.slo), 'snapshots', id, window],
    queryFn: ({ signal }) => readSnapshots(client, { sloId: id, from: span?.from ?? 0 }, signal),
    enabled: span !== undefined,
    staleTime: 60_000,
  })
}
