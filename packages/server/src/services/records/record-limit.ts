import { CatalogError, type Kind, severalOfKind } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { hasAtLeast } from '../../store/queries/record-limit.ts'

/** Refuses one more record than a kind may have; exact, because writers of a partition are ordered. */
export async function checkRecordLimit(change: Change, kind: Kind): Promise<void> {
  const { maxRecords } = kind
  if (maxRecords === undefined) return
  if (!(await change.run(hasAtLeast, change.partitionId, kind, maxRecords))) return
  const where = kind.home === 'partition' ? 'One mode of an organisation' : 'An organisation'
  throw new CatalogError(
    'quota_exceeded',
    `${where} has at most ${maxRecords} ${severalOfKind(kind)}; delete one that is not needed any more.`,
  )
}
