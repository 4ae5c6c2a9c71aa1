import type { Client } from '@svc/client'
import { kinds, maxPage } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { mapConcurrently } from '../../api/map-concurrently.ts'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import { standingOf, standings } from './review.ts'
import type { Slo } from './words.ts'

/** More SLOs than anybody reviews, and as many projects as a large catalog has. */
const maxSloPages = 5
const maxProjectPages = 10

/** Trends take a request for each SLO, so only the worst have one. */
export const maxTrends = 60

interface Reviewed {
  readonly slos: readonly Slo[]
  readonly isPartial: boolean
  /** By project; those of projects that were not found are missing. */
  readonly ownerOf: ReadonlyMap<string, string | null>
}

async function readReview(client: Client, signal: AbortSignal): Promise<Reviewed> {
  const slos: Slo[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < maxSloPages && cursor !== null; page += 1) {
    const found = await client.slo.page({ limit: maxPage, ...(cursor && { cursor }) }, { signal })
    slos.push(...found.items)
    cursor = found.nextCursor ?? null
  }
  const wanted = new Set(slos.map(({ appId }) => appId))
  return { slos, isPartial: cursor !== null, ownerOf: await readOwners(client, wanted, signal) }
}

/** Who owns some projects: page by page, until all have been found. */
async function readOwners(
  client: Client,
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string | null>> {
  const owners = new Map<string, string | null>()
  let cursor: string | null | undefined
  for (let page = 0; page < maxProjectPages && cursor !== null && owners.size < wanted.size; page += 1) {
    const found = await client.project.page(
      { limit: maxPage, archived: 'all', ...(cursor && { cursor }) },
      { signal },
    )
    for (const { id, ownerTeamId } of found.items) if (wanted.has(id)) owners.set(id, ownerTeamId)
    cursor = found.nextCursor ?? null
  }
  return owners
}

export function useReview() {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.slo), 'review'],
    queryFn: ({ signal }) => readReview(client, signal),
    staleTime: 60_000,
  })
}

/** How fast the worst of them burn, by id. */
export function useTrends(slos: readonly Slo[]) {
  const { client, mode } = useMode()
  const worst = slos
    .toSorted((a, b) => standings.indexOf(standingOf(a)) - standings.indexOf(standingOf(b)))
    .slice(0, maxTrends)
    .map(({ id }) => id)
  return useQuery({
    queryKey: [...keyOf(mode, kinds.slo), 'trends', worst],
    queryFn: async ({ signal }) => {
      const found = await mapConcurrently(worst, (sloId) =>
        client.call('listSloSnapshots', { params: { sloId }, query: { limit: 1 }, signal }),
      )
      return new Map(worst.map((id, index) => [id, found[index]?.snapshots[0]]))
    },
    enabled: worst.length > 0,
    staleTime: 60_000,
  })
}
