import { CatalogError, type Kind, severalOfKind } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { hasAtLeast } from '../../store/queries/record-limit.ts'

/** Refuses records beyond a kind's maximum; exact, because writers of a partition take turns. */
export async function checkRecordLimit(change: Change, kind: Kind): Promise<void> {
  const { maxRecords } = kind
  if (maxRecords === undefined) return
  if (!(await change.run(hasAtLeast, change.partitionId, kind, maxRecords))) return
  const where = kind.home === 'partition' ? 'One mode of an organisation' : 'An organisation'
  throw new CatalogError(
    'quota_exceeded',
    `${where} can have at most ${maxRecords} ${severalOfKind(kind)}. Delete one that is no longer needed.`,
  )
}
