import { kinds } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { organisationIdOf, partitionsOf } from '../../store/organisations.ts'

/** Due at once, whatever the clocks of two machines say. */
const longAgo = '1970-01-01T00:00:00.000Z'

/**
 * A member has another name, or left, or is back: where a rota names them, the clock works out anew who is on call.
 * Every rota has such a time, so that the row stays as large as it was.
 */
export async function memberChanged({ sql, partitionId }: Change, uid: string): Promise<void> {
  const { partitions } = partitionsOf(organisationIdOf(partitionId))
  for (const partition of Object.values(partitions))
    await sql.run(
      `update ${kinds.oncallBinding.table} set changes_at = ? where partition_id = ? and id in
        (select record_id from elements where partition_id = ? and kind = ? and field = ? and value = ?)`,
      [longAgo, partition, partition, kinds.oncallBinding.name, 'manual', uid],
    )
}
