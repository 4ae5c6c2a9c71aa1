import { kinds } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'

/** What each of some projects belongs to: nothing, one thing or several. */
export type Places = ReadonlyMap<string, readonly string[]>

/** The teams that own some projects. */
export async function ownersOfProjects(
  sql: Sql,
  partitionId: PartitionId,
  ids: readonly string[],
): Promise<Places> {
  const rows = await sql.all(
    `select id, owner_team_id from projects where ${sql.dialect.oneOfPartition('id')}`,
    [partitionId, JSON.stringify(ids)],
  )
  return new Map(
    rows.map(({ id, owner_team_id }) => [String(id), owner_team_id === null ? [] : [String(owner_team_id)]]),
  )
}

/** The systems that some projects are in. */
export async function systemsOfProjects(
  sql: Sql,
  partitionId: PartitionId,
  ids: readonly string[],
): Promise<Places> {
  const rows = await sql.all(
    `select value, record_id from elements
     where partition_id = ? and kind = ? and field = ? and ${sql.dialect.oneOf('value')}`,
    [
      partitionId,
      kinds.system.name,
      'componentIds' satisfies keyof typeof kinds.system.fields,
      JSON.stringify(ids),
    ],
  )
  const places = new Map<string, string[]>()
  for (const { value, record_id } of rows) {
    const own = places.get(String(value)) ?? []
    places.set(String(value), [...own, String(record_id)])
  }
  return places
}

/** The domains of the systems that some projects are in, each once. */
export async function domainsOfProjects(
  sql: Sql,
  partitionId: PartitionId,
  ids: readonly string[],
): Promise<Places> {
  const systems = await systemsOfProjects(sql, partitionId, ids)
  const rows = await sql.all(`select id, domain_id from systems where ${sql.dialect.oneOfPartition('id')}`, [
    partitionId,
    JSON.stringify([...new Set([...systems.values()].flat())]),
  ])
  const domains = new Map(rows.map(({ id, domain_id }) => [String(id), domain_id as string | null]))
  return new Map(
    [...systems].map(([project, own]) => [project, [...new Set(own.flatMap((id) => domains.get(id) ?? []))]]),
  )
}
