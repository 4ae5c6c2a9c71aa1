import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Sql } from '../sql.ts'

/** When a member's refused sign-ins were last logged, and how many there were since. */
export interface RefusalCount {
  readonly loggedAt: string
  readonly unlogged: number
}

interface Member {
  readonly homeId: PartitionId
  readonly userId: string
}

export async function readRefusals(sql: Sql, { homeId, userId }: Member): Promise<RefusalCount | undefined> {
  const row = await first(
    sql,
    'select logged_at, unlogged from sign_in_refusals where partition_id = ? and user_id = ?',
    [homeId, userId],
  )
  return row && { loggedAt: String(row.logged_at), unlogged: Number(row.unlogged) }
}

export async function setRefusals(
  sql: Sql,
  { homeId, userId }: Member,
  { loggedAt, unlogged }: RefusalCount,
): Promise<void> {
  await sql.run(
    `insert into sign_in_refusals (partition_id, user_id, logged_at, unlogged) values (?, ?, ?, ?)
     on conflict (partition_id, user_id)
     do update set logged_at = excluded.logged_at, unlogged = excluded.unlogged`,
    [homeId, userId, loggedAt, unlogged],
  )
}

/** The members whose refusals have been waiting to be logged since before a given time. */
export async function unloggedRefusals(sql: Sql, before: string): Promise<readonly Member[]> {
  const rows = await sql.all(
    'select partition_id, user_id from sign_in_refusals where logged_at <= ? and unlogged > 0',
    [before],
  )
  return rows.map(({ partition_id, user_id }) => ({
    homeId: readPartitionId(partition_id),
    userId: String(user_id),
  }))
}

export const forgetRefusals = (sql: Sql, before: string): Promise<number> =>
  sql.run('delete from sign_in_refusals where logged_at <= ? and unlogged = 0', [before])
