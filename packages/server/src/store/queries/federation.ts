import { kinds } from '@svc/model'
import type { Change } from '../change.ts'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Row, type Sql } from '../sql.ts'

/** Who is who at identity providers, and sign-ins there that are under way. */

/** In all organisations. */
export async function countProviders(sql: Sql): Promise<number> {
  return Number((await first(sql, 'select count(*) as count from identity_providers', []))?.count)
}

/** The organisation of a provider: an address of a provider names nothing else. */
export async function homeOfProvider(sql: Sql, providerId: string): Promise<PartitionId | undefined> {
  if (providerId.includes('\0')) return undefined // PostgreSQL rejects even a query for it
  const row = await first(sql, `select partition_id from identity_providers where "id" = ?`, [providerId])
  return row && readPartitionId(row.partition_id)
}

/** The organisation of a provider that was deleted, as long as somebody may still be signing in there. */
export async function homeOfDeletedProvider(
  sql: Sql,
  providerId: string,
  at: string,
): Promise<PartitionId | undefined> {
  if (providerId.includes('\0')) return undefined
  const row = await first(
    sql,
    `select partition_id from sign_in_flows where provider_id = ? and expires_at > ?
     and not exists (select 1 from identity_providers where "id" = ?) limit 1`,
    [providerId, at, providerId],
  )
  return row && readPartitionId(row.partition_id)
}

/** What never changes about a person at a provider. */
export interface Identity {
  readonly providerId: string
  readonly issuer: string
  readonly subject: string
}

export interface LinkedIdentity extends Identity {
  readonly userId: string
  /** As the provider said last. */
  readonly email: string | null
  readonly createdAt: string
  readonly usedAt: string
}

const columns = 'provider_id, issuer, subject, user_id, email, created_at, used_at'

const toIdentity = (row: Row): LinkedIdentity => ({
  providerId: String(row.provider_id),
  issuer: String(row.issuer),
  subject: String(row.subject),
  userId: String(row.user_id),
  email: row.email === null ? null : String(row.email),
  createdAt: String(row.created_at),
  usedAt: String(row.used_at),
})

export async function findIdentity(
  sql: Sql,
  homeId: PartitionId,
  { providerId, issuer, subject }: Identity,
): Promise<LinkedIdentity | undefined> {
  const row = await first(
    sql,
    `select ${columns} from identities where partition_id = ? and provider_id = ? and issuer = ? and subject = ?`,
    [homeId, providerId, issuer, subject],
  )
  return row && toIdentity(row)
}

export async function identitiesOf(
  sql: Sql,
  homeId: PartitionId,
  userId: string,
): Promise<readonly LinkedIdentity[]> {
  const rows = await sql.all(
    `select ${columns} from identities where partition_id = ? and user_id = ? order by provider_id`,
    [homeId, userId],
  )
  return rows.map(toIdentity)
}

export async function insertIdentity(sql: Sql, homeId: PartitionId, identity: LinkedIdentity): Promise<void> {
  const { providerId, issuer, subject, userId, email, createdAt, usedAt } = identity
  await sql.run(`insert into identities (partition_id, ${columns}) values (?, ?, ?, ?, ?, ?, ?, ?)`, [
    ...[homeId, providerId, issuer, subject, userId, email, createdAt, usedAt],
  ])
}

export async function noteIdentityUse(
  sql: Sql,
  homeId: PartitionId,
  { providerId, issuer, subject, email, usedAt }: Omit<LinkedIdentity, 'userId' | 'createdAt'>,
): Promise<void> {
  await sql.run(
    `update identities set email = ?, used_at = ?
     where partition_id = ? and provider_id = ? and issuer = ? and subject = ?`,
    [email, usedAt, homeId, providerId, issuer, subject],
  )
}

export const removeIdentitiesAt = (sql: Sql, homeId: PartitionId, providerId: string): Promise<number> =>
  sql.run('delete from identities where partition_id = ? and provider_id = ?', [homeId, providerId])

export const removeIdentityAt = (
  sql: Sql,
  homeId: PartitionId,
  { userId, providerId }: { readonly userId: string; readonly providerId: string },
): Promise<number> =>
  sql.run('delete from identities where partition_id = ? and user_id = ? and provider_id = ?', [
    homeId,
    userId,
    providerId,
  ])

export const removePassword = (sql: Sql, homeId: PartitionId, userId: string): Promise<number> =>
  sql.run('delete from passwords where partition_id = ? and user_id = ?', [homeId, userId])

/** A sign-in that has been sent to a provider, or whose answer waits for the browser to come back. */
export interface Flow {
  readonly homeId: PartitionId
  readonly providerId: string
  /** The digest of what only the browser that started it has. */
  readonly browser: string
  readonly purpose: string
  readonly data: unknown
  readonly expiresAt: string
}

export async function insertFlow(sql: Sql, digest: string, flow: Flow): Promise<void> {
  const { homeId, providerId, browser, purpose, data, expiresAt } = flow
  await sql.run(
    `insert into sign_in_flows (digest, partition_id, provider_id, browser, purpose, data, expires_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
    [digest, homeId, providerId, browser, purpose, JSON.stringify(data), expiresAt],
  )
}

export async function findFlow(sql: Sql, digest: string): Promise<Flow | undefined> {
  const row = await first(
    sql,
    'select partition_id, provider_id, browser, purpose, data, expires_at from sign_in_flows where digest = ?',
    [digest],
  )
  return (
    row && {
      homeId: readPartitionId(row.partition_id),
      providerId: String(row.provider_id),
      browser: String(row.browser),
      purpose: String(row.purpose),
      data: JSON.parse(String(row.data)),
      expiresAt: String(row.expires_at),
    }
  )
}

/** Whether it was still there: of two that use it up at the same time, only one succeeds. */
export const removeFlow = async (sql: Sql, digest: string): Promise<boolean> =>
  (await sql.run('delete from sign_in_flows where digest = ?', [digest])) > 0

/** Whether it had not been used before, in any process. */
export async function useAssertion(
  sql: Sql,
  {
    homeId,
    providerId,
    id,
    expiresAt,
  }: { homeId: PartitionId; providerId: string; id: string; expiresAt: string },
): Promise<boolean> {
  const rows = await sql.run(
    `insert into used_assertions (partition_id, provider_id, id, expires_at) values (?, ?, ?, ?)
     on conflict (partition_id, provider_id, id) do nothing`,
    [homeId, providerId, id, expiresAt],
  )
  return rows > 0
}

export async function removeExpiredFlows(sql: Sql, at: string): Promise<number> {
  const flows = await sql.run('delete from sign_in_flows where expires_at <= ?', [at])
  return flows + (await sql.run('delete from used_assertions where expires_at <= ?', [at]))
}

export interface FederatedEnding {
  readonly providerId: string
  /** Whose, as the provider calls them; everyone's if absent. */
  readonly subject?: string | undefined
  /** Which one, as the provider calls it. */
  readonly session?: string | undefined
}

/**
 * Ends sessions that a provider vouched for, and what was allowed to programs in them; in each process, as with all
 * sessions. Says whose they were.
 */
export async function endFederatedSessions(
  change: Change,
  ending: FederatedEnding,
): Promise<readonly string[]> {
  const userIds = await change.run(deleteFederated, change.partitionId, ending)
  if (userIds.length > 0) change.touch(kinds.user)
  return [...new Set(userIds)]
}

/** Of a person's sessions, those of which the provider had said no name can be meant too. */
const ofSession = (subject: string | undefined): string =>
  subject === undefined ? 'provider_session = ?' : '(provider_session = ? or provider_session is null)'

async function deleteFederated(
  sql: Sql,
  homeId: PartitionId,
  { providerId, subject, session }: FederatedEnding,
): Promise<readonly string[]> {
  const conditions = [
    'partition_id = ? and provider_id = ?',
    ...(subject === undefined ? [] : ['provider_subject = ?']),
    ...(session === undefined ? [] : [ofSession(subject)]),
  ]
  const values = [homeId, providerId, ...[subject, session].filter((one) => one !== undefined)]
  const userIds: string[] = []
  for (const table of ['sessions', 'program_grants']) {
    const statement = `delete from ${table} where ${conditions.join(' and ')} returning user_id`
    for (const { user_id } of await sql.all(statement, values)) userIds.push(String(user_id))
  }
  return userIds
}
