import { CatalogError, type Kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { findScimPerson } from '../../store/queries/scim-people.ts'

type User = Stored<Kinds['user']>

/**
 * What a directory says of its people is changed there, or it would change back: their names, and that somebody who
 * has left comes back. Anybody can be deactivated here at once.
 */
export async function refuseManaged(
  change: Change,
  user: User,
  changes: Partial<Pick<User, 'displayName' | 'isActive'>>,
): Promise<void> {
  const isRenamed = changes.displayName !== undefined && changes.displayName !== user.displayName
  const isReactivated = changes.isActive === true && !user.isActive
  if (!isRenamed && !isReactivated) return
  const person = await change.run(findScimPerson, change.partitionId, user.id)
  if (!person) return
  if (isRenamed && person.goneAt === null)
    throw new CatalogError(
      'still_needed',
      'The name of this member comes from the directory that manages them by SCIM. Change it there.',
    )
  if (isReactivated && (person.goneAt !== null || person.attributes.active === false))
    throw new CatalogError(
      'still_needed',
      'The directory has deactivated this member by SCIM. Activate them there, or run svc user on the server.',
    )
}
