import { kinds } from '@svc/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import { isMine, type Scope } from './my-scope.ts'

/** The server filters by severity and the page by ownership, so one page of each list is enough. */
const pageSize = 500
const dayMs = 86_400_000

function useAttention<T>(
  kind: (typeof kinds)[keyof typeof kinds],
  scope: Scope | undefined,
  find: (scope: Scope, signal: AbortSignal) => Promise<readonly T[]>,
) {
  const { mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kind), 'attention', scope?.teamIds, scope?.projectIds?.size],
    queryFn: ({ signal }) => (scope ? find(scope, signal) : Promise.resolve([])),
    enabled: Boolean(scope),
    placeholderData: keepPreviousData,
  })
}

/** Breached first, then at risk, each by how much of the budget is gone. */
export function useTroubledSlos(scope: Scope | undefined) {
  const { client } = useMode()
  return useAttention(kinds.slo, scope, async (mine, signal) => {
    const found = await Promise.all(
      (['breached', 'atRisk'] as const).map((status) =>
        client.slo.page({ status, limit: pageSize }, { signal }),
      ),
    )
    return found.flatMap(({ items }) =>
      items
        .filter(({ appId }) => isMine(mine, appId))
        .sort((a, b) => (b.errorBudgetPercentUsed ?? 0) - (a.errorBudgetPercentUsed ?? 0)),
    )
  })
}

/** Blockers before critical ones, and anything assigned to me before both. */
export function useUrgentIssues(scope: Scope | undefined) {
  const { client } = useMode()
  return useAttention(kinds.issue, scope, async (mine, signal) => {
    const severe = ['blocker', 'critical'] as const
    const open = ['active', 'backlog'] as const
    const [assigned, ofTeams] = await Promise.all([
      Promise.all(
        severe.flatMap((severity) =>
          open.map((statusGroup) =>
            client.issue.page({ severity, statusGroup, assignedToUid: mine.userId, limit: 100 }, { signal }),
          ),
        ),
      ),
      Promise.all(
        severe.flatMap((severity) =>
          open.map((statusGroup) =>
            client.issue.page({ severity, statusGroup, limit: pageSize }, { signal }),
          ),
        ),
      ),
    ])
    const own = assigned.flatMap(({ items }) => items)
    const known = new Set(own.map(({ id }) => id))
    const others = ofTeams
      .flatMap(({ items }) => items)
      .filter(({ id, appId }) => !known.has(id) && isMine(mine, appId))
    return [...own, ...others]
  })
}

/** Who is on call for my teams, or for every team where I am in none. */
export function useOnCall(scope: Scope | undefined) {
  const { client } = useMode()
  return useAttention(kinds.oncallBinding, scope, async ({ teamIds }, signal) => {
    const { items } = await client.oncallBinding.page({ scope: 'team', limit: pageSize }, { signal })
    return items.filter(({ targetId }) => teamIds.length === 0 || teamIds.includes(targetId))
  })
}

const lateDays = 14

export function useFailedDeployments(scope: Scope | undefined) {
  const { client } = useMode()
  return useAttention(kinds.deployment, scope, async (mine, signal) => {
    const found = await Promise.all(
      (['failed', 'testsFailed'] as const).map((status) =>
        client.deployment.page({ status, limit: 100 }, { signal }),
      ),
    )
    const since = new Date(Date.now() - lateDays * dayMs).toISOString()
    return found
      .flatMap(({ items }) => items)
      .filter(({ appId, createdAt }) => isMine(mine, appId) && (createdAt ?? '') > since)
      .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''))
  })
}

export function useNewErrors(scope: Scope | undefined) {
  const { client } = useMode()
  return useAttention(kinds.errorTracker, scope, async (mine, signal) => {
    const { errorTrackers } = await client.call('listErrorTrackers', { query: { limit: pageSize }, signal })
    return errorTrackers
      .filter(({ appId, snapshot }) => isMine(mine, appId) && (snapshot?.totalEvents24h ?? 0) > 0)
      .sort((a, b) => (b.snapshot?.totalEvents24h ?? 0) - (a.snapshot?.totalEvents24h ?? 0))
  })
}
