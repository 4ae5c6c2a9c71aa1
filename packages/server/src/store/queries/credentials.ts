import type { Kind, kinds } from '@svc/model'
import { type PartitionId, homeIdIn, readPartitionId } from '../partition-id.ts'
import { first, type Sql } from '../sql.ts'
import { tableOf } from '../table.ts'

/** Whose secret is this? The one query that runs before the organisation is known. */
export async function findByDigest(
  sql: Sql,
  kind: typeof kinds.token | typeof kinds.apiKey | typeof kinds.scimToken | typeof kinds.oncallFeed,
  digest: string,
): Promise<{ readonly homeId: PartitionId; readonly record: Record<string, unknown> } | undefined> {
  const table = tableOf(kind as Kind)
  const row = await first(sql, `select partition_id, ${table.columns} from ${kind.table} where digest = ?`, [
    digest,
  ])
  return row && { homeId: readPartitionId(row.partition_id), record: table.read(row).record }
}

/** Recorded coarsely and outside the log: a use is not a change. */
export async function noteUse(
  sql: Sql,
  use: { kind: Kind; homeId: PartitionId; id: string; at: string },
): Promise<void> {
  await sql.run(`update ${use.kind.table} set last_used_at = ? where partition_id = ? and id = ?`, [
    use.at,
    use.homeId,
    use.id,
  ])
}

/** How many of a person's tokens have not expired. */
export async function countTokensInForce(
  sql: Sql,
  { homeId, userId, at }: { homeId: PartitionId; userId: string; at: string },
): Promise<number> {
  const row = await first(
    sql,
    `select count(*) as n from tokens
     where partition_id = ? and user_id = ? and (expires_at is null or expires_at > ?)`,
    [homeId, userId, at],
  )
  return Number(row?.n)
}

export interface TokenInForce {
  readonly organisationId: string
  readonly organisation: string
  readonly email: string
  readonly id: string
  readonly expiresAt: string | null
  readonly endsWithSetup: boolean
}

/** Tokens of all organisations that a first start printed and that are still valid, and the token with a digest. */
export async function firstTokens(
  sql: Sql,
  { at, digest }: { readonly at: string; readonly digest: string },
): Promise<readonly TokenInForce[]> {
  const rows = await sql.all(
    `select o.id as organisation_id, o.name, u.email, t.id, t.expires_at, t.ends_with_setup
     from tokens t join organisations o on t.partition_id = ${homeIdIn('o.id')}
     join users u on u.partition_id = t.partition_id and u.id = t.user_id
     where (t.ends_with_setup = 1 or t.digest = ?) and (t.expires_at is null or t.expires_at > ?)
     order by o.id, t.id`,
    [digest, at],
  )
  return rows.map((row) => ({
    organisationId: String(row.organisation_id),
    organisation: String(row.name),
    email: String(row.email),
    id: String(row.id),
    expiresAt: row.expires_at === null ? null : String(row.expires_at),
    endsWithSetup: Number(row.ends_with_setup) === 1,
  }))
}
