import type { CallAnswer } from '@svc/client'
import { kinds, maxPage } from '@svc/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { mapConcurrently } from '../../api/map-concurrently.ts'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import type { Scope } from './my-scope.ts'

/** Costs and drift take a request per project, so only this many are watched. */
export const maxWatched = 12

/** My projects; for people who have none, those with SLOs in trouble. */
export function watchedOf(scope: Scope | undefined, troubled: readonly string[]): readonly string[] {
  if (!scope) return []
  const ids = scope.projectIds
    ? [...troubled.filter((id) => scope.projectIds?.has(id)), ...scope.projectIds]
    : troubled
  return [...new Set(ids)].slice(0, maxWatched)
}

export interface CostJump {
  readonly appId: string
  readonly now: number
  readonly before: number
}

type Spent = CallAnswer<'getCosts'>

/** A fifth more than before, and enough money to matter. */
const isJump = ({ now, before }: CostJump): boolean => now > before * 1.2 && now - before > 1_000

/** Of these projects, or of all that have costs where none are named. */
export function useCostJumps(ids: readonly string[] | null, isReady: boolean) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.costEntry), 'attention', ids],
    queryFn: async ({ signal }) => {
      const found = ids
        ? await mapConcurrently(ids, async (appId) =>
            jumpIn(await client.call('getCosts', { query: { appId }, signal })),
          )
        : (await client.call('listProjectCosts', { query: { limit: maxPage }, signal })).projects.map(jumpIn)
      return found.filter(isJump).sort((a, b) => b.now - b.before - (a.now - a.before))
    },
    enabled: isReady,
    placeholderData: keepPreviousData,
  })
}

const jumpIn = ({ appId, last30dCents, prev30dCents }: Spent): CostJump => ({
  appId,
  now: last30dCents,
  before: prev30dCents,
})

export function useDrifted(ids: readonly string[], isReady: boolean) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.driftSnapshot), 'attention', ids],
    queryFn: async ({ signal }) => {
      const found = await mapConcurrently(
        ids,
        async (appId) => (await client.call('getDrift', { query: { appId }, signal })).drift,
      )
      return (
        found
          .filter((drift) => drift !== null)
          .filter(({ driftedCount }) => driftedCount > 0)
          // When another environment was scanned says nothing about these.
          .map((drift) => ({ ...drift, drifted: drift.scans.filter((scan) => scan.driftedCount > 0) }))
          .sort((a, b) => b.driftedCount - a.driftedCount)
      )
    },
    enabled: isReady,
    placeholderData: keepPreviousData,
  })
}
