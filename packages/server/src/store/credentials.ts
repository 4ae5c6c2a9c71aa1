import type { Kind, kinds } from '@svc/model'
import { first, type Sql } from './sql.ts'
import { tableOf } from './table.ts'

/** The one question that is asked before it is known whose data it is about: whose secret is this? */
export async function findByDigest(
  sql: Sql,
  kind: typeof kinds.token | typeof kinds.apiKey,
  digest: string,
): Promise<{ readonly homeId: string; readonly record: Record<string, unknown> } | undefined> {
  const table = tableOf(kind as Kind)
  const row = await first(sql, `select partition_id, ${table.columns} from ${kind.table} where digest = ?`, [
    digest,
  ])
  return row && { homeId: String(row.partition_id), record: table.read(row).record }
}

/** Kept coarsely and outside the log: a use is not a change. */
export async function noteUse(
  sql: Sql,
  use: { kind: Kind; homeId: string; id: string; at: string },
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
  { homeId, userId, at }: { homeId: string; userId: string; at: string },
): Promise<number> {
  const row = await first(
    sql,
    `select count(*) as n from tokens
     where partition_id = ? and user_id = ? and (expires_at is null or expires_at > ?)`,
    [homeId, userId, at],
  )
  return Number(row?.n)
}
