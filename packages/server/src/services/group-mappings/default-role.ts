import type { Role } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { writeGivenRoles } from '../../store/queries/group-mappings.ts'

/** A member got this role because they came in, not because somebody chose it for them. */
export async function noteDefaultRole(change: Change, userId: string, role: Role): Promise<void> {
  const given = {
    ownRole: role,
    isDefault: true,
    mappedRole: null,
    leftRole: role,
    mappingIds: [],
    heldBack: null,
  }
  await change.run(writeGivenRoles, change.partitionId, { gone: [], come: [{ userId, ...given }] })
}
