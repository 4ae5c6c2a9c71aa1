import type { CallAnswer, Client } from '@svc/client'
import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../api/records.ts'
import { useMode } from '../app/mode.tsx'
import { useSession } from '../app/session.tsx'

export interface Rollup {
  readonly appId: string
  readonly mtdCents: number
  readonly last30dCents: number
  readonly prev30dCents: number
  readonly byCategory: Readonly<Record<string, number>>
  readonly byService: Readonly<Record<string, number>>
  readonly dailySeries: readonly number[]
  readonly periodStart: string
  readonly otherCurrencies: Readonly<Record<string, number>>
}

// The schema of the operation in the model says that its answer looks like this.
const asRollup = (answer: CallAnswer<'getCosts'>): Rollup => answer as unknown as Rollup

const readRollup = async (client: Client, appId: string, signal: AbortSignal): Promise<Rollup> =>
  asRollup(await client.call('getCosts', { query: { appId }, signal }))

export function useRollup(appId: string) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.costEntry), 'rollup', appId],
    queryFn: ({ signal }) => readRollup(client, appId, signal),
    // An import is in the log and refreshes it at once; single reports are not.
    refetchInterval: 60_000,
  })
}

export interface Overview {
  readonly projects: readonly (Rollup & { readonly name: string })[]
  /** Whether there are projects that were not asked about. */
  readonly isPartial: boolean
}

/** One question for each project: so many are asked about and no more, so many at a time. */
export const mostProjects = 60
const atOnce = 6

/** There is no sum over all projects in the API, so that of the newest is made here. */
export function useOverview(isEnabled: boolean) {
  const { client, mode } = useMode()
  const { scopes } = useSession()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.costEntry), 'overview'],
    queryFn: ({ signal }) => readOverview(client, scopes.includes('admin'), signal),
    staleTime: 5 * 60_000,
    refetchInterval: 5 * 60_000,
    enabled: isEnabled,
  })
}

async function readOverview(client: Client, isAdmin: boolean, signal: AbortSignal): Promise<Overview> {
  const { items, nextCursor } = await client.project.page({ limit: mostProjects }, { signal })
  const names = new Map(items.map(({ id, name }) => [id, name]))
  if (nextCursor !== null && isAdmin) {
    // Whoever may see the entries knows which projects cost something at all: they go first.
    const entries = await client.records(kinds.costEntry).page({ limit: 1_000 }, { signal })
    const spending = new Map(
      entries.items.flatMap(({ appId, appName }) =>
        appId ? [[String(appId), String(appName)] as const] : [],
      ),
    )
    for (const [id, name] of names) if (!spending.has(id)) spending.set(id, name)
    return { projects: await readAll(client, [...spending].slice(0, mostProjects), signal), isPartial: true }
  }
  return { projects: await readAll(client, [...names], signal), isPartial: nextCursor !== null }
}

async function readAll(
  client: Client,
  wanted: readonly (readonly [string, string])[],
  signal: AbortSignal,
): Promise<Overview['projects']> {
  const found: (Rollup & { readonly name: string })[] = []
  const waiting = [...wanted]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [id, name] = next
      found.push({ ...(await readRollup(client, id, signal)), name })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found.sort((a, b) => b.last30dCents - a.last30dCents)
}

/** Whether nothing was spent, in any currency. */
export const isNothing = ({ last30dCents, prev30dCents, dailySeries, otherCurrencies }: Rollup): boolean =>
  last30dCents === 0 &&
  prev30dCents === 0 &&
  dailySeries.every((cents) => cents === 0) &&
  Object.keys(otherCurrencies).length === 0

/** All of them as one. */
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
