import type { Change } from '../../store/change.ts'
import { organisationIdOf, partitionsOf } from '../../store/partition-id.ts'
import { setRotasDue } from '../../store/queries/oncall.ts'

/** Due at once, whatever the clocks of two machines say. */
const longAgo = '1970-01-01T00:00:00.000Z'

/**
 * A member has come, left, is back or has another name: where a rota names them, the clock works out anew who is on
 * call. Every rota has such a time, so that the row stays as large as it was.
 */
export async function memberChanged(
  change: Change,
  { id, email }: { readonly id: string; readonly email: string | null },
): Promise<void> {
  const { partitions } = partitionsOf(organisationIdOf(change.partitionId))
  const names = [id, ...(email === null ? [] : [email.toLowerCase()])]
  for (const partition of Object.values(partitions))
    await change.run(setRotasDue, partition, { names, at: longAgo })
}
