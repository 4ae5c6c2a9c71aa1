import { columnOf } from '../codec.ts'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'

/** Some of the records that point at each of some others, by the id of what they point at. */
type Found = ReadonlyMap<string, readonly string[]>

/** What points at what, and how many for each at most. */
interface Pointing {
  readonly table: string
  readonly field: string
  readonly limit: number
}

/** The newest records whose reference names one of some others, so many for each at most. */
export async function newestPointingAt(
  sql: Sql,
  partitionId: PartitionId,
  { table, field, limit }: Pointing,
  ids: readonly string[],
): Promise<Found> {
  if (ids.length === 0) return new Map()
  const column = columnOf(field)
  // The ids come first, whatever an engine knows about the sizes of the tables.
  const rows = await sql.all(
    `select given.value as target, r.id from ${sql.dialect.eachText} as given cross join ${table} r
     where r.partition_id = ? and r.${column} = given.value
       and r.id >= coalesce((select x.id from ${table} x
         where x.partition_id = ? and x.${column} = given.value
         order by x.id desc limit 1 offset ${limit - 1}), '')`,
    [JSON.stringify(ids), partitionId, partitionId],
  )
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ target }) => String(target)),
      ([target, own]) => [
        target,
        own
          .map(({ id }) => String(id))
          .toSorted()
          .reverse(),
      ],
    ),
  )
}

/** The projects in each of some systems. */
export async function projectsInSystems(
  sql: Sql,
  partitionId: PartitionId,
  systemIds: readonly string[],
): Promise<Found> {
  const rows = await sql.all(
    `select id, component_ids from systems where partition_id = ? and ${sql.dialect.oneOf('id')}`,
    [partitionId, JSON.stringify(systemIds)],
  )
  return new Map(
    rows.map(({ id, component_ids }) => [String(id), JSON.parse(String(component_ids)) as string[]]),
  )
}
