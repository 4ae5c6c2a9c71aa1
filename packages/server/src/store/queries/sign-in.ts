import { kinds } from '@svc/model'
import type { Change } from '../change.ts'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Row, type Sql, textOrNull } from '../sql.ts'
import { policyColumns, policyTables, type SsoPolicy, toPolicy } from './sso-policy.ts'
import { factorsIn, type SecondFactor } from './second-factors.ts'

/** Passwords, sessions and sign-in links: kept out of the log, which everyone may read. */

export interface Session {
  readonly id: string
  readonly homeId: PartitionId
  readonly userId: string
  readonly agent: string | null
  readonly createdAt: string
  readonly usedAt: string
  readonly expiresAt: string
  /** When it ends even if it is used until then; null if only the limits of sessions apply. */
  readonly endsAt: string | null
  /** When the person last proved who they are. */
  readonly authenticatedAt: string
  /** How it was opened. */
  readonly method: SessionMethod
  /** Where from: a network, as sign-in attempts are counted by. */
  readonly address: string | null
  /** The identity provider that vouched for the person, and what the session is called there. */
  readonly provider: SessionProvider | null
  /** What was asked for besides the password. */
  readonly factor: SecondFactor | null
}

/** `recovery` is a link of the operator, which opens whatever the organisation requires. */
export type SessionMethod = 'password' | 'link' | 'recovery' | 'oidc' | 'saml' | 'passkey'

export interface SessionProvider {
  readonly id: string
  readonly subject: string
  /** Its id of the session there. */
  readonly session: string | null
  /** What it is handed when the person signs out. */
  readonly hint: string | null
}

const columns =
  'id, partition_id, user_id, agent, created_at, used_at, expires_at, ends_at, authenticated_at, method, address, ' +
  'provider_id, provider_subject, provider_session, provider_hint, factor'

const toSession = (row: Row): Session => ({
  id: String(row.id),
  homeId: readPartitionId(row.partition_id),
  userId: String(row.user_id),
  agent: row.agent === null ? null : String(row.agent),
  createdAt: String(row.created_at),
  usedAt: String(row.used_at),
  expiresAt: String(row.expires_at),
  endsAt: textOrNull(row.ends_at),
  authenticatedAt: String(row.authenticated_at ?? row.created_at),
  method: row.method as SessionMethod,
  address: textOrNull(row.address),
  provider:
    row.provider_id === null
      ? null
      : {
          id: String(row.provider_id),
          subject: String(row.provider_subject),
          session: textOrNull(row.provider_session),
          hint: textOrNull(row.provider_hint),
        },
  factor: textOrNull(row.factor) as SecondFactor | null,
})

export async function insertSession(sql: Sql, digest: string, session: Session): Promise<void> {
  const { id, homeId, userId, agent, createdAt, usedAt, expiresAt, endsAt, authenticatedAt } = session
  const { method, address, provider, factor } = session
  const values = [
    ...[digest, id, homeId, userId, agent, createdAt, usedAt, expiresAt, endsAt, authenticatedAt],
    ...[method, address, provider?.id ?? null, provider?.subject ?? null],
    ...[provider?.session ?? null, provider?.hint ?? null, factor],
  ]
  const places = values.map(() => '?').join(', ')
  await sql.run(`insert into sessions (digest, ${columns}) values (${places})`, values)
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

/** Whether it was still there: a session whose secret has been replaced meanwhile is not touched. */
export const renewSession = async (
  sql: Sql,
  { from, to, at }: { readonly from: string; readonly to: string; readonly at: string },
): Promise<boolean> =>
  (await sql.run('update sessions set digest = ?, authenticated_at = ? where digest = ?', [to, at, from])) > 0

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
  readonly purpose: 'setup' | 'invitation' | 'recovery' | 'reset'
  readonly createdAt: string
  readonly expiresAt: string
}

export async function replaceLink(sql: Sql, digest: string, link: EntryLink): Promise<void> {
  await removeLinks(sql, link.homeId, link.userId)
  await insertLink(sql, digest, link)
}

export async function insertLink(sql: Sql, digest: string, link: EntryLink): Promise<void> {
  const { homeId, userId, purpose, createdAt, expiresAt } = link
  await sql.run(
    `insert into entry_links (digest, partition_id, user_id, purpose, created_at, expires_at)
      values (?, ?, ?, ?, ?, ?)`,
    [digest, homeId, userId, purpose, createdAt, expiresAt],
  )
}

/** Links that a person asked for and can still use. */
export async function resetLinksOf(
  sql: Sql,
  { homeId, userId, at }: Pick<EntryLink, 'homeId' | 'userId'> & { readonly at: string },
): Promise<number> {
  const row = await first(
    sql,
    `select count(*) as count from entry_links
     where partition_id = ? and user_id = ? and purpose = 'reset' and expires_at > ?`,
    [homeId, userId, at],
  )
  return Number(row?.count ?? 0)
}

export const removeLinks = (sql: Sql, homeId: PartitionId, userId: string): Promise<number> =>
  sql.run('delete from entry_links where partition_id = ? and user_id = ?', [homeId, userId])

export const removeResetLinks = (sql: Sql, homeId: PartitionId, userId: string): Promise<number> =>
  sql.run(`delete from entry_links where partition_id = ? and user_id = ? and purpose = 'reset'`, [
    homeId,
    userId,
  ])

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
  /** What they have to show besides it. */
  readonly factors: readonly SecondFactor[]
  /** How the organisation wants them to sign in. */
  readonly policy: SsoPolicy
}

/**
 * Every membership of an e-mail address in any organisation, and how the rules for its domain want its people to sign
 * in; most addresses are stored in lower case.
 */
export async function membershipsOf(sql: Sql, email: string, domain: string): Promise<readonly Membership[]> {
  const rows = await sql.all(
    `select users.partition_id, users.id, users.is_active, passwords.hash,
       exists(select 1 from totp_secrets one where one.partition_id = users.partition_id and one.user_id = users.id
         and one.confirmed_at is not null) as totp,
       exists(select 1 from passkeys one where one.partition_id = users.partition_id and one.user_id = users.id)
         as passkey,
       exists(select 1 from recovery_codes one where one.partition_id = users.partition_id
         and one.user_id = users.id) as recovery,
       ${policyColumns}
     from users left join passwords
       on passwords.partition_id = users.partition_id and passwords.user_id = users.id
     ${policyTables('users.partition_id')}
     where users.email in (?, ?) order by users.partition_id`,
    [domain, email, email.toLowerCase()],
  )
  return rows.map((row) => ({
    homeId: readPartitionId(row.partition_id),
    userId: String(row.id),
    isActive: Number(row.is_active) === 1,
    passwordHash: row.hash === null ? null : String(row.hash),
    factors: factorsIn(row),
    policy: toPolicy(row),
  }))
}
