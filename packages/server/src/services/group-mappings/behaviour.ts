import { kinds } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { membersOfGroup } from '../../store/queries/group-mappings.ts'
import { behaviour } from '../records/behaviour.ts'
import { type GroupMapping, sourceOf } from './facts.ts'
import { recompute } from './recompute.ts'

/** What a mapping gives is given when it is made, and taken when it is deleted. */
export const groupMappingBehaviour = behaviour<GroupMapping>(kinds.groupMapping, {
  begin: (change, mapping) => recomputeFor(change, [mapping]),
  follow: (change, before, after) => recomputeFor(change, [before, after]),
  end: (change, mapping) => recomputeFor(change, [mapping]),
})

async function recomputeFor(change: Change, mappings: readonly GroupMapping[]): Promise<void> {
  const userIds = new Set<string>()
  for (const mapping of mappings) {
    const named = { source: sourceOf(mapping), group: mapping.group }
    for (const id of await change.run(membersOfGroup, change.partitionId, named)) userIds.add(id)
  }
  await recompute(change, [...userIds])
}
