import type { Client } from '@svc/client'
import { type CostRollup, kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'

/** The costs of one project, or of several together. */
export type Rollup = Omit<CostRollup, 'topServices' | 'periodEnd'>

export function useRollup(appId: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.costEntry), 'rollup', appId],
    queryFn: ({ signal }): Promise<Rollup> => client.call('getCosts', { query: { appId }, signal }),
    // An import is logged and refreshes this at once; single reports are not.
    refetchInterval: 60_000,
  })
}

export interface ProjectRollup extends Rollup {
  readonly appName: string | null
}

const pageSize = 200

/** The costs of every project that has any, the highest first. */
export function useProjectRollups() {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.costEntry), 'projects'],
    queryFn: ({ signal }) => readProjects(client, signal),
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  })
}

async function readProjects(client: Client, signal: AbortSignal): Promise<readonly ProjectRollup[]> {
  const found: ProjectRollup[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await client.call('listProjectCosts', { query: { limit: pageSize, cursor }, signal })
    found.push(...page.projects)
    if (!page.nextCursor)
      return found.filter((one) => !isNothing(one)).sort((a, b) => b.last30dCents - a.last30dCents)
    cursor = page.nextCursor
  }
}

/** Whether nothing was spent, in any currency. */
export const isNothing = ({ last30dCents, prev30dCents, dailySeries, otherCurrencies }: Rollup): boolean =>
  last30dCents === 0 &&
  prev30dCents === 0 &&
  dailySeries.every((cents) => cents === 0) &&
  Object.keys(otherCurrencies).length === 0

/** The sum of all of them. */
export function sumOf(parts: readonly Rollup[]): Rollup {
  const sum = (pick: (part: Rollup) => number): number => parts.reduce((total, part) => total + pick(part), 0)
  const merge = (pick: (part: Rollup) => Readonly<Record<string, number>>): Record<string, number> => {
    const merged: Record<string, number> = {}
    for (const part of parts)
      for (const [name, cents] of Object.entries(pick(part))) merged[name] = (merged[name] ?? 0) + cents
    return merged
  }
  return {
    appId: '',
    mtdCents: sum(({ mtdCents }) => mtdCents),
    last30dCents: sum(({ last30dCents }) => last30dCents),
    prev30dCents: sum(({ prev30dCents }) => prev30dCents),
    byCategory: merge(({ byCategory }) => byCategory),
    byService: merge(({ byService }) => byService),
    dailySeries: Array.from({ length: 30 }, (_, day) => sum(({ dailySeries }) => dailySeries[day] ?? 0)),
    periodStart: parts[0]?.periodStart ?? new Date().toISOString(),
    otherCurrencies: merge(({ otherCurrencies }) => otherCurrencies),
  }
}
