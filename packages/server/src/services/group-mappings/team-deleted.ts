import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { homeOf, modeOf } from '../../store/partition-id.ts'
import { forgetTeam } from '../../store/queries/group-mappings.ts'
import { system } from '../jobs/follower.ts'
import type { GroupMapping } from './facts.ts'

/**
 * A team is gone: a mapping that gave only that goes too, and one that also gives a role gives nothing else any more.
 * This locks a mode before its home, unlike everything else; where two wait for each other, one is run again.
 */
export async function teamDeleted(change: Change, { id: teamId }: Stored<Kinds['team']>): Promise<void> {
  const homeId = homeOf(change.partitionId)
  const mode = modeOf(change.partitionId)
  if (mode === undefined) return
  await change.run(forgetTeam, homeId, { mode, teamId })
  const where = [
    { field: 'teamId', is: teamId },
    { field: 'mode', is: mode },
  ]
  if ((await change.recordsIn(homeId).list(kinds.groupMapping, { where, limit: 1 })).length === 0) return
  await change.within({ partitionId: homeId, actor: system }, async (home) => {
    for (const stored of await home.list(kinds.groupMapping, { where })) {
      const mapping = stored.record as GroupMapping
      if (mapping.role === null) await home.remove(kinds.groupMapping, stored)
      else await home.update(kinds.groupMapping, stored, { ...mapping, teamId: null, updatedAt: home.at })
    }
  })
}
