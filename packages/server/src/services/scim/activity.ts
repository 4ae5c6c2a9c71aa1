import type { Change } from '../../store/change.ts'
import { findScimPerson } from '../../store/queries/scim-people.ts'
import { addToScimCounts } from '../../store/queries/scim-counts.ts'

/** Whoever activates or deactivates somebody whom a directory manages: its active people are counted. */
export async function noteActivity(change: Change, userId: string, isActive: boolean): Promise<void> {
  const person = await change.run(findScimPerson, change.partitionId, userId)
  if (person?.goneAt === null)
    await change.run(addToScimCounts, change.partitionId, { activePeople: isActive ? 1 : -1 })
}
