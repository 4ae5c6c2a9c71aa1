import { type Kinds, kinds, type Stored } from '@svc/model'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Sql } from '../sql.ts'
import { tableOf } from '../table.ts'

/** Pipelines that sign in with a token of their own platform. */

export interface TrustIn {
  readonly homeId: PartitionId
  readonly trust: Stored<Kinds['workloadTrust']>
}

/** Whether any organisation trusts an issuer at all. */
export const isTrusted = async (sql: Sql, issuer: string): Promise<boolean> =>
  (await first(sql, `select 1 as one from workload_trusts where "issuer" = ? limit 1`, [issuer])) !==
  undefined

/** The enabled rules of all organisations for an issuer and some audiences, the oldest first. */
export async function trustsFor(
  sql: Sql,
  { issuer, audiences }: { readonly issuer: string; readonly audiences: readonly string[] },
): Promise<readonly TrustIn[]> {
  const table = tableOf(kinds.workloadTrust)
  const rows = await sql.all(
    `select partition_id, ${table.columns} from workload_trusts
     where "issuer" = ? and "audience" in (${audiences.map(() => '?').join(', ')}) and "status" = 'enabled'
     order by "id"`,
    [issuer, ...audiences],
  )
  return rows.map((row) => ({
    homeId: readPartitionId(row.partition_id),
    trust: table.read(row).record as TrustIn['trust'],
  }))
}

/** Whether a token of another platform had not been used before, in any process. */
export async function useSubjectToken(
  sql: Sql,
  { digest, expiresAt }: { readonly digest: string; readonly expiresAt: string },
): Promise<boolean> {
  const rows = await sql.run(
    'insert into used_subject_tokens (digest, expires_at) values (?, ?) on conflict (digest) do nothing',
    [digest, expiresAt],
  )
  return rows > 0
}

/** Whether a token is still there that was issued under a rule. */
export const isIssued = async (
  sql: Sql,
  { homeId, trustId, id }: { readonly homeId: PartitionId; readonly trustId: string; readonly id: string },
): Promise<boolean> =>
  (await first(sql, 'select 1 as one from short_tokens where partition_id = ? and trust_id = ? and id = ?', [
    ...[homeId, trustId, id],
  ])) !== undefined

export const removeTokensOfTrust = (sql: Sql, homeId: PartitionId, trustId: string): Promise<number> =>
  sql.run('delete from short_tokens where partition_id = ? and trust_id = ?', [homeId, trustId])

export const removeExpiredSubjectTokens = (sql: Sql, at: string): Promise<number> =>
  sql.run('delete from used_subject_tokens where expires_at <= ?', [at])

/** How many refusals of an organisation were logged since when. */
export interface LoggedRefusals {
  readonly since: string
  readonly logged: number
}

export async function readLoggedRefusals(sql: Sql, homeId: PartitionId): Promise<LoggedRefusals | undefined> {
  const row = await first(sql, 'select since, logged from workload_refusals where partition_id = ?', [homeId])
  return row && { since: String(row.since), logged: Number(row.logged) }
}

export async function setLoggedRefusals(
  sql: Sql,
  homeId: PartitionId,
  { since, logged }: LoggedRefusals,
): Promise<void> {
  await sql.run(
    `insert into workload_refusals (partition_id, since, logged) values (?, ?, ?)
     on conflict (partition_id) do update set since = excluded.since, logged = excluded.logged`,
    [homeId, since, logged],
  )
}
