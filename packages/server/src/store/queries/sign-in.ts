import { kinds } from '@svc/model'
import type { Change } from '../change.ts'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Row, type Sql } from '../sql.ts'

/** Passwords, sessions and sign-in links: kept out of the log, which everyone may read. */

export interface Session {
  readonly id: string
  readonly homeId: PartitionId
  readonly userId: string
  readonly agent: string | null
  readonly createdAt: string
  readonly usedAt: string
  readonly expiresAt: string
}

const columns = 'id, partition_id, user_id, agent, created_at, used_at, expires_at'

const toSession = (row: Row): Session => ({
  id: String(row.id),
  homeId: readPartitionId(row.partition_id),
  userId: String(row.user_id),
  agent: row.agent === null ? null : String(row.agent),
  createdAt: String(row.created_at),
  usedAt: String(row.used_at),
  expiresAt: String(row.expires_at),
})

export async function insertSession(sql: Sql, digest: string, session: Session): Promise<void> {
  const { id, homeId, userId, agent, createdAt, usedAt, expiresAt } = session
  await sql.run(`insert into sessions (digest, ${columns}) values (?, ?, ?, ?, ?, ?, ?, ?)`, [
    ...[digest, id, homeId, userId, agent, createdAt, usedAt, expiresAt],
  ])
}

export async function findSession(sql: Sql, digest: string): Promise<Session | undefined> {
  const row = await first(sql, `select ${columns} from sessions where digest = ?`, [digest])
  return row && toSession(row)
}

export async function sessionsOf(sql: Sql, homeId: PartitionId, userId: string): Promise<readonly Session[]> {
  const rows = await sql.all(
    `select ${columns} from sessions where partition_id = ? and user_id = ? order by id desc`,
    [homeId, userId],
  )
  return rows.map(toSession)
}

export async function noteSessionUse(
  sql: Sql,
  digest: string,
  { usedAt, expiresAt }: Pick<Session, 'usedAt' | 'expiresAt'>,
): Promise<void> {
  await sql.run('update sessions set used_at = ?, expires_at = ? where digest = ?', [
    usedAt,
    expiresAt,
    digest,
  ])
}

interface Ending {
  readonly userId: string
  readonly only?: string | undefined
  readonly except?: string | undefined
}

/**
 * Ends one of a person's sessions, or all except one. Counts as a change to the member, so that every process drops
 * what it has cached about them.
 */
export async function removeSessions(change: Change, { userId, only, except }: Ending): Promise<number> {
  const ended = await change.run(deleteSessions, change.partitionId, { userId, only, except })
  if (ended > 0) change.touch(kinds.user)
  return ended
}

function deleteSessions(sql: Sql, homeId: PartitionId, { userId, only, except }: Ending): Promise<number> {
  const [more, value] =
    only !== undefined ? [' and id = ?', only] : except !== undefined ? [' and id <> ?', except] : ['', null]
  return sql.run(`delete from sessions where partition_id = ? and user_id = ?${more}`, [
    homeId,
    userId,
    ...(value === null ? [] : [value]),
  ])
}

export const removeSession = (sql: Sql, digest: string): Promise<number> =>
  sql.run('delete from sessions where digest = ?', [digest])

/** Sessions and links that have expired. */
export async function removeExpired(sql: Sql, at: string): Promise<number> {
  const sessions = await sql.run('delete from sessions where expires_at <= ?', [at])
  return sessions + (await sql.run('delete from entry_links where expires_at <= ?', [at]))
}

export async function passwordOf(sql: Sql, homeId: PartitionId, userId: string): Promise<string | undefined> {
  const row = await first(sql, 'select hash from passwords where partition_id = ? and user_id = ?', [
    homeId,
    userId,
  ])
  return row && String(row.hash)
}

export async function setPassword(
  sql: Sql,
  { homeId, userId, hash, at }: { homeId: PartitionId; userId: string; hash: string; at: string },
): Promise<void> {
  await sql.run(
    `insert into passwords (partition_id, user_id, hash, changed_at) values (?, ?, ?, ?)
      on conflict (partition_id, user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
    [homeId, userId, hash, at],
  )
}

export interface EntryLink {
  readonly homeId: PartitionId
  readonly userId: string
  readonly purpose: 'setup' | 'invitation'
  readonly createdAt: string
  readonly expiresAt: string
}

export async function replaceLink(sql: Sql, digest: string, link: EntryLink): Promise<void> {
  const { homeId, userId, purpose, createdAt, expiresAt } = link
  await removeLinks(sql, homeId, userId)
  await sql.run(
    `insert into entry_links (digest, partition_id, user_id, purpose, created_at, expires_at)
      values (?, ?, ?, ?, ?, ?)`,
    [digest, homeId, userId, purpose, createdAt, expiresAt],
  )
}

export const removeLinks = (sql: Sql, homeId: PartitionId, userId: string): Promise<number> =>
  sql.run('delete from entry_links where partition_id = ? and user_id = ?', [homeId, userId])

export const removeLink = (sql: Sql, digest: string): Promise<number> =>
  sql.run('delete from entry_links where digest = ?', [digest])

export async function findLink(sql: Sql, digest: string): Promise<EntryLink | undefined> {
  const row = await first(
    sql,
    `select partition_id, user_id, purpose, created_at, expires_at from entry_links where digest = ?`,
    [digest],
  )
  return (
    row && {
      homeId: readPartitionId(row.partition_id),
      userId: String(row.user_id),
      purpose: row.purpose as EntryLink['purpose'],
      createdAt: String(row.created_at),
      expiresAt: String(row.expires_at),
    }
  )
}

export interface Membership {
  readonly homeId: PartitionId
  readonly userId: string
  readonly isActive: boolean
  /** Of the password; null if none was chosen yet. */
  readonly passwordHash: string | null
}

/** Every membership of an e-mail address in any organisation; most addresses are stored in lower case. */
export async function membershipsOf(sql: Sql, email: string): Promise<readonly Membership[]> {
  const rows = await sql.all(
    `select users.partition_id, users.id, users.is_active, passwords.hash
     from users left join passwords
       on passwords.partition_id = users.partition_id and passwords.user_id = users.id
     where users.email in (?, ?) order by users.partition_id`,
    [email, email.toLowerCase()],
  )
  return rows.map(({ partition_id, id, is_active, hash }) => ({
    homeId: readPartitionId(partition_id),
    userId: String(id),
    isActive: Number(is_active) === 1,
    passwordHash: hash === null ? null : String(hash),
  }))
}
