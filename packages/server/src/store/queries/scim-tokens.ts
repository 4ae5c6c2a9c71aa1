import { homeIdIn, type PartitionId, partitionsOf, readPartitionId } from '../partition-id.ts'
import { first, type Sql, textOrNull } from '../sql.ts'
import type { Organisation } from './organisations.ts'

export interface ScimTokenFound {
  readonly id: string
  readonly name: string
  readonly lastUsedAt: string | null
  readonly homeId: PartitionId
  readonly organisation: Organisation
}

/** Whose token is this? Runs before the organisation is known. */
export async function scimTokenByDigest(sql: Sql, digest: string): Promise<ScimTokenFound | undefined> {
  const row = await first(
    sql,
    `select t.partition_id, t."id", t."name", t."last_used_at", o.id as organisation_id,
       o.name as organisation_name
     from scim_tokens t join organisations o on t.partition_id = ${homeIdIn('o.id')} where t."digest" = ?`,
    [digest],
  )
  return (
    row && {
      id: String(row.id),
      name: String(row.name),
      lastUsedAt: textOrNull(row.last_used_at),
      homeId: readPartitionId(row.partition_id),
      organisation: {
        id: String(row.organisation_id),
        name: String(row.organisation_name),
        ...partitionsOf(String(row.organisation_id)),
      },
    }
  )
}

/**
 * Whether the people of the organisation's directory sign in through a provider. Where tokens name several, nobody knows
 * whose people are whose, and one directory must not vouch for those of another.
 */
export async function isDirectoryOf(sql: Sql, homeId: PartitionId, providerId: string): Promise<boolean> {
  const rows = await sql.all(
    `select distinct "identity_provider_id" as id from scim_tokens
     where partition_id = ? and "identity_provider_id" is not null limit 2`,
    [homeId],
  )
  return rows.length === 1 && rows[0]?.id === providerId
}
