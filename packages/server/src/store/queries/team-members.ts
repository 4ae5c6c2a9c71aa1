import { kinds } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'

/** The teams that these members belong to, by member. */
export async function teamsNaming(
  sql: Sql,
  partitionId: PartitionId,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql.all(
    `select value, record_id from elements
     where partition_id = ? and kind = ? and field = ? and ${sql.dialect.oneOf('value')} order by record_id`,
    [partitionId, kinds.team.name, 'memberUids', JSON.stringify(userIds)],
  )
  const byMember = Map.groupBy(rows, ({ value }) => String(value))
  return new Map(Array.from(byMember, ([id, own]) => [id, own.map(({ record_id }) => String(record_id))]))
}
