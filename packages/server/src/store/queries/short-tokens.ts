import type { Mode, Scope } from '@svc/model'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Row, type Sql, textOrNull } from '../sql.ts'

/** Tokens of minutes, for programs that act for a person and for pipelines: kept out of the log, like sessions. */

export interface ShortToken {
  /** `program` acts as a person, by a grant of theirs; `workload` acts as a key, by a trust rule. */
  readonly kind: 'program' | 'workload'
  readonly homeId: PartitionId
  readonly id: string
  readonly mode: Mode
  readonly scopes: readonly Scope[]
  readonly userId: string | null
  readonly grantId: string | null
  readonly trustId: string | null
  /** What the program or the pipeline is called in the log. */
  readonly name: string
  readonly createdAt: string
  readonly expiresAt: string
}

const columns =
  'kind, partition_id, id, mode, scopes, user_id, grant_id, trust_id, name, created_at, expires_at'

const toShortToken = (row: Row): ShortToken => ({
  kind: row.kind as ShortToken['kind'],
  homeId: readPartitionId(row.partition_id),
  id: String(row.id),
  mode: row.mode as Mode,
  scopes: JSON.parse(String(row.scopes)),
  userId: textOrNull(row.user_id),
  grantId: textOrNull(row.grant_id),
  trustId: textOrNull(row.trust_id),
  name: String(row.name),
  createdAt: String(row.created_at),
  expiresAt: String(row.expires_at),
})

export async function insertShortToken(sql: Sql, digest: string, token: ShortToken): Promise<void> {
  const { kind, homeId, id, mode, scopes, userId, grantId, trustId, name, createdAt, expiresAt } = token
  await sql.run(`insert into short_tokens (digest, ${columns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
    ...[digest, kind, homeId, id, mode, JSON.stringify(scopes), userId, grantId, trustId, name],
    ...[createdAt, expiresAt],
  ])
}

export async function findShortToken(sql: Sql, digest: string): Promise<ShortToken | undefined> {
  const row = await first(sql, `select ${columns} from short_tokens where digest = ?`, [digest])
  return row && toShortToken(row)
}

/** How many there were. */
export const removeShortToken = (sql: Sql, digest: string): Promise<number> =>
  sql.run('delete from short_tokens where digest = ?', [digest])
