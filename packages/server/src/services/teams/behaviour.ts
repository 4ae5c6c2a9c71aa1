import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'
import { teamDeleted } from '../group-mappings/team-deleted.ts'
import { recordsOf } from '../context.ts'
import { inactiveAmong } from '../records/references.ts'

type Team = Stored<Kinds['team']>

/** A team's lead may be managed as code even after they have left, so it is not refused, but reported. */
export const teamBehaviour = behaviour<Team>(kinds.team, {
  end: teamDeleted,
  async derive(ctx, teams) {
    const leads = [...new Set(teams.flatMap(({ leadUid }) => leadUid ?? []))]
    const gone = await inactiveAmong(recordsOf(ctx, kinds.user), kinds.user, leads)
    return teams.map((team) => ({
      ...team,
      leadIsActive: team.leadUid === null ? null : !gone.has(team.leadUid),
    }))
  },
})
