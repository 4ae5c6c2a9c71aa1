import type { Client } from '@svc/client'
import { kinds, maxPage } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import type { Snapshot } from './history.ts'

export const shownDays = 30
const dayMs = 86_400_000

/** One every quarter of an hour: all of 30 days, in pages as large as allowed. */
async function readSnapshots(
  client: Client,
  sloId: string,
  signal: AbortSignal,
): Promise<readonly Snapshot[]> {
  const since = new Date(Date.now() - shownDays * dayMs).toISOString()
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

export function useSnapshots(sloId: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.slo), 'snapshots', sloId],
    queryFn: ({ signal }) => readSnapshots(client, sloId, signal),
    staleTime: 60_000,
  })
}
