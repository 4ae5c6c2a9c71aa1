import { alongIndex } from '../along-index.ts'
import type { PartitionId } from '../partition-id.ts'
import { first, type Sql } from '../sql.ts'

/** Whose address this is, as it is stored. */
export async function memberIdWithAddress(
  sql: Sql,
  homeId: PartitionId,
  email: string,
): Promise<string | undefined> {
  const row = await first(
    sql,
    `select "id" from users where partition_id = ? and ${alongIndex('"email"')} order by "email" limit 1`,
    [homeId, email, email],
  )
  return row && String(row.id)
}
