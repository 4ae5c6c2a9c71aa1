import type { Client } from '@svc/client'
import {
  type EntityKind,
  entityKindNames,
  entityKinds,
  type Kinds,
  kindNamed,
  kinds,
  maxPage,
  type Resource,
} from '@svc/model'
import { useQueries, useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'

export type Score = Resource<Kinds['score']>
export type Scorecard = Resource<Kinds['scorecard']>

export interface Scores {
  readonly scores: readonly Score[]
  /** Whether there are more than were loaded. */
  readonly isPartial: boolean
}

async function readScores(
  client: Client,
  scorecardId: string,
  { pages, signal }: { readonly pages: number; readonly signal: AbortSignal },
): Promise<Scores> {
  let scores: readonly Score[] = []
  let cursor: string | undefined
  for (let page = 0; page < pages; page++) {
    const answer = await client.call('listScorecardScores', {
      params: { scorecardId },
      query: { limit: maxPage, ...(cursor && { cursor }) },
      signal,
    })
    scores = [...scores, ...answer.scores]
    cursor = answer.nextCursor ?? undefined
    if (cursor === undefined) break
  }
  return { scores, isPartial: cursor !== undefined }
}

const maxPages = 10
const fewPages = 2

const question = (client: Client, mode: string, id: string, pages: number) => ({
  queryKey: [...keyOf(mode, kinds.score), 'of', id, pages],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => readScores(client, id, { pages, signal }),
})

/** All scores on one scorecard, as far as one page can show them. */
export function useScores(scorecardId: string) {
  const { client, mode } = useMode()
  return useQuery(question(client, mode, scorecardId, maxPages))
}

/** The same for several scorecards, with fewer pages each. */
export function useAllScores(ids: readonly string[]) {
  const { client, mode } = useMode()
  return useQueries({ queries: ids.map((id) => question(client, mode, id, fewPages)) })
}

export function useScorecards() {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.scorecard), 'all'],
    queryFn: ({ signal }) => client.scorecard.page({ limit: 100 }, { signal }),
  })
}

/** The team of each entity, or null where none owns it. What is not in it has an unknown owner. */
export type Owners = ReadonlyMap<string, string | null>

const noneKnown: Owners = new Map()

/** Who owns what, as far as it is known; undefined while it is being found out. */
export const ownersIn = ({ data, isPending }: ReturnType<typeof useOwners>): Owners | undefined =>
  data ?? (isPending ? undefined : noneKnown)

/** The team that owns each entity, which scores do not include: of the first 2,000 of each kind. */
export function useOwners() {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.score), 'owners'],
    queryFn: async ({ signal }) => {
      const parts = await Promise.all(entityKindNames.map((kind) => readOwners(client, kind, signal)))
      return new Map(parts.flat())
    },
    staleTime: 60_000,
  })
}

type Owner = readonly [entityId: string, teamId: string | null]

async function readOwners(client: Client, kind: EntityKind, signal: AbortSignal): Promise<readonly Owner[]> {
  const records = client.records(kindNamed(entityKinds[kind]))
  const owners: Owner[] = []
  let cursor: string | undefined
  for (let page = 0; page < fewPages; page++) {
    const { items, nextCursor } = await records.page(
      { limit: maxPage, ...(cursor && { cursor }) },
      { signal },
    )
    for (const { id, ownerTeamId } of items)
      owners.push([String(id), typeof ownerTeamId === 'string' ? ownerTeamId : null])
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return owners
}
