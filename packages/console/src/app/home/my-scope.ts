import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import { useSession } from '../../session/session.tsx'

/** What the home page covers: the projects of my teams, or everything where I am in no team. */
export interface Scope {
  readonly userId: string
  /** Empty for people who are in no team. */
  readonly teamIds: readonly string[]
  /** Null for everything. */
  readonly projectIds: ReadonlySet<string> | null
}

/** Few people are in more teams, or own more projects; the lists show the rest. */
const max = { teams: 8, projects: 500 } as const

/** The ids of the teams that I am in. */
export function useMyTeams() {
  const { user } = useSession()
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.team), 'mine', user.id],
    queryFn: async ({ signal }) => (await client.user.read(user.id, { signal })).record.teamIds,
  })
}

export function useMyScope() {
  const { user } = useSession()
  const { client, mode } = useMode()
  const me = useMyTeams()
  const teamIds = me.data?.slice(0, max.teams)
  return useQuery({
    queryKey: [...keyOf(mode, kinds.project), 'mine', teamIds],
    queryFn: async ({ signal }): Promise<Scope> => {
      const teams = teamIds ?? []
      const pages = await Promise.all(
        teams.map((ownerTeamId) => client.project.page({ ownerTeamId, limit: max.projects }, { signal })),
      )
      const owned = pages.flatMap(({ items }) => items.map(({ id }) => id))
      return { userId: user.id, teamIds: teams, projectIds: teams.length === 0 ? null : new Set(owned) }
    },
    enabled: Boolean(teamIds),
  })
}

export const isMine = ({ projectIds }: Scope, projectId: string | null): boolean =>
  projectIds === null || (projectId !== null && projectIds.has(projectId))
