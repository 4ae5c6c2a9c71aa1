import type { PartitionId } from '../partition-id.ts'
import { first, type Sql } from '../sql.ts'

/** What a vault value was used for, or was refused for. */
export interface LoggedUse {
  readonly secretId: string
  readonly type: string
  readonly host: string | null
  readonly outcome: string
}

const keyOf = (partitionId: PartitionId, { secretId, type, host, outcome }: LoggedUse): readonly string[] => [
  partitionId,
  secretId,
  type,
  host ?? '',
  outcome,
]

/** When such a use was last logged. */
export async function useLoggedAt(
  sql: Sql,
  partitionId: PartitionId,
  use: LoggedUse,
): Promise<string | undefined> {
  const row = await first(
    sql,
    `select logged_at from secret_uses
     where partition_id = ? and secret_id = ? and type = ? and host = ? and outcome = ?`,
    keyOf(partitionId, use),
  )
  return row && String(row.logged_at)
}

export async function noteLoggedUse(
  sql: Sql,
  partitionId: PartitionId,
  use: LoggedUse,
  at: string,
): Promise<void> {
  await sql.run(
    `insert into secret_uses (partition_id, secret_id, type, host, outcome, logged_at) values (?, ?, ?, ?, ?, ?)
     on conflict (partition_id, secret_id, type, host, outcome) do update set logged_at = excluded.logged_at`,
    [...keyOf(partitionId, use), at],
  )
}
