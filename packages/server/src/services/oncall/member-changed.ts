import { kinds } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { organisationIdOf, partitionsOf } from '../../store/organisations.ts'

/** Due at once, whatever the clocks of two machines say. */
const longAgo = '1970-01-01T00:00:00.000Z'

/**
 * A member has come, left, is back or has another name: where a rota names them, the clock works out anew who is on
 * call. Every rota has such a time, so that the row stays as large as it was.
 */
export async function memberChanged(
  { sql, dialect, partitionId }: Change,
  { id, email }: { readonly id: string; readonly email: string | null },
): Promise<void> {
  const kind = kinds.oncallBinding
  const { partitions } = partitionsOf(organisationIdOf(partitionId))
  const names = JSON.stringify([id, ...(email === null ? [] : [email.toLowerCase()])])
  for (const partition of Object.values(partitions))
    await sql.run(
      `update ${kind.table} set changes_at = ? where partition_id = ? and id in
        (select record_id from elements where partition_id = ? and kind = ? and field in (?, ?) and ${dialect.oneOf('value')})`,
      [longAgo, partition, partition, kind.name, 'manual', 'rotaAddresses', names],
    )
}
