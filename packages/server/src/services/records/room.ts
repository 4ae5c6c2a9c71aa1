import { CatalogError, type Kind, severalOfKind } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { hasAsMany } from '../../store/queries/room.ts'

/** Refuses one more record than a kind may have; exact, because writers of a partition are ordered. */
export async function checkRoom(change: Change, kind: Kind): Promise<void> {
  const { most } = kind
  if (most === undefined) return
  if (!(await change.run(hasAsMany, change.partitionId, kind, most))) return
  const where = kind.home === 'partition' ? 'One mode of an organisation' : 'An organisation'
  throw new CatalogError(
    'quota_exceeded',
    `${where} has at most ${most} ${severalOfKind(kind)}; delete one that is not needed any more.`,
  )
}
