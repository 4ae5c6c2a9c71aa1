import type { Change } from '../../store/change.ts'
import { organisationIdOf, partitionsOf } from '../../store/partition-id.ts'
import { setRotasDue } from '../../store/queries/oncall.ts'

/** Due at once, even if the clocks of two machines differ. */
const longAgo = '1970-01-01T00:00:00.000Z'

/**
 * A member was added, deactivated, reactivated or renamed: rotas that name them become due, so that the clock job
 * works out again who is on call. Every rota has such a time, so the size of the row does not change.
 */
export async function memberChanged(
  change: Change,
  { id, email }: { readonly id: string; readonly email: string | null },
): Promise<void> {
  const { partitions } = partitionsOf(organisationIdOf(change.partitionId))
  const names = [id, ...(email === null ? [] : [email.toLowerCase()])]
  await change.run(setRotasDue, Object.values(partitions), { names, at: longAgo })
}
