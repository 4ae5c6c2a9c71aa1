import type { PartitionId } from '../partition-id.ts'
import { insertInto, integers, texts } from '../row-statement.ts'
import { type Sql, textOrNull } from '../sql.ts'

/** A call of a directory, as admins see it. */
export interface ScimCall {
  readonly id: string
  readonly tokenId: string
  readonly tokenName: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly detail: string | null
  readonly agent: string | null
}

const callColumns = 'id, token_id, token_name, at, method, path, status, detail, agent'

export async function lastScimCalls(
  sql: Sql,
  homeId: PartitionId,
  limit: number,
): Promise<readonly ScimCall[]> {
  const rows = await sql.all(
    `select ${callColumns} from scim_calls where partition_id = ? order by id desc limit ?`,
    [homeId, limit],
  )
  return rows.map((row) => ({
    id: String(row.id),
    tokenId: String(row.token_id),
    tokenName: String(row.token_name),
    at: String(row.at),
    method: String(row.method),
    path: String(row.path),
    status: Number(row.status),
    detail: textOrNull(row.detail),
    agent: textOrNull(row.agent),
  }))
}

const callInsert = insertInto('scim_calls', [
  ...texts('partition_id', 'id', 'token_id', 'token_name', 'at', 'method', 'path'),
  ...integers('status'),
  ...texts('detail', 'agent'),
])

/** Adds calls, and forgets all but the last so many. */
export async function keepScimCalls(
  sql: Sql,
  homeId: PartitionId,
  { calls, kept }: { readonly calls: readonly ScimCall[]; readonly kept: number },
): Promise<void> {
  const rows = calls.map(({ id, tokenId, tokenName, at, method, path, status, detail, agent }) => [
    ...[homeId, id, tokenId, tokenName, at, method, path, status, detail, agent],
  ])
  await sql.write([{ statement: callInsert, rows }])
  await sql.run(
    `delete from scim_calls where partition_id = ? and id <
       (select min(id) from (select id from scim_calls where partition_id = ? order by id desc limit ?) last)`,
    [homeId, homeId, kept],
  )
}
