import { kinds, type Mode, type Role, roles, type Scope } from '@svc/model'
import type { Change } from '../change.ts'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Row, type Sql, textOrNull } from '../sql.ts'

/** What people have allowed programs to do for them, until they end it. */

export interface ProgramGrant {
  readonly id: string
  readonly homeId: PartitionId
  readonly userId: string
  /** The id of the program. */
  readonly client: string
  /** What it called itself, and the network that it came from. */
  readonly agent: string | null
  readonly address: string | null
  readonly mode: Mode
  readonly scopes: readonly Scope[]
  /** The identity provider that vouched for the person, and what the session is called there. */
  readonly provider: { readonly id: string; readonly subject: string; readonly session: string | null } | null
  readonly createdAt: string
  /** When it last came back for a token. */
  readonly usedAt: string
  readonly expiresAt: string
}

const columns =
  'id, partition_id, user_id, client, agent, address, mode, scopes, provider_id, provider_subject, ' +
  'provider_session, created_at, used_at, expires_at'

const toGrant = (row: Row): ProgramGrant => ({
  id: String(row.id),
  homeId: readPartitionId(row.partition_id),
  userId: String(row.user_id),
  client: String(row.client),
  agent: textOrNull(row.agent),
  address: textOrNull(row.address),
  mode: row.mode as Mode,
  scopes: JSON.parse(String(row.scopes)),
  provider:
    row.provider_id === null
      ? null
      : {
          id: String(row.provider_id),
          subject: String(row.provider_subject),
          session: textOrNull(row.provider_session),
        },
  createdAt: String(row.created_at),
  usedAt: String(row.used_at),
  expiresAt: String(row.expires_at),
})

export async function insertGrant(sql: Sql, grant: ProgramGrant): Promise<void> {
  const { id, homeId, userId, client, agent, address, mode, scopes, provider } = grant
  await sql.run(`insert into program_grants (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
    ...[id, homeId, userId, client, agent, address, mode, JSON.stringify(scopes)],
    ...[provider?.id ?? null, provider?.subject ?? null, provider?.session ?? null],
    ...[grant.createdAt, grant.usedAt, grant.expiresAt],
  ])
}

export async function findGrant(
  sql: Sql,
  homeId: PartitionId,
  id: string,
): Promise<ProgramGrant | undefined> {
  const row = await first(sql, `select ${columns} from program_grants where partition_id = ? and id = ?`, [
    homeId,
    id,
  ])
  return row && toGrant(row)
}

/** What the person who allowed it may do now. */
export async function roleBehind(
  sql: Sql,
  { homeId, userId }: Pick<ProgramGrant, 'homeId' | 'userId'>,
): Promise<Role> {
  const row = await first(sql, 'select "role" from users where partition_id = ? and id = ?', [homeId, userId])
  return roles.find((role) => role === row?.role) ?? 'viewer'
}

export async function grantsOf(
  sql: Sql,
  homeId: PartitionId,
  userId: string,
): Promise<readonly ProgramGrant[]> {
  const rows = await sql.all(
    `select ${columns} from program_grants where partition_id = ? and user_id = ? order by id desc`,
    [homeId, userId],
  )
  return rows.map(toGrant)
}

/** Whether it is still there: whoever ends a grant meanwhile wins. */
export const extendGrant = async (
  sql: Sql,
  { homeId, id, usedAt, expiresAt }: Pick<ProgramGrant, 'homeId' | 'id' | 'usedAt' | 'expiresAt'>,
): Promise<boolean> =>
  (await sql.run(
    `update program_grants set used_at = ?, expires_at = ?
     where partition_id = ? and id = ? and expires_at > ?`,
    [usedAt, expiresAt, homeId, id, usedAt],
  )) > 0

interface Ending {
  readonly userId: string
  /** One of them; all if absent. */
  readonly only?: string | undefined
}

/**
 * Ends what a person has allowed programs, with every token of theirs. Counts as a change to the member, so that every
 * process drops what it has cached about them.
 */
export async function endGrants(change: Change, ending: Ending): Promise<number> {
  const ended = await change.run(deleteGrants, change.partitionId, ending)
  if (ended > 0) change.touch(kinds.user)
  return ended
}

function deleteGrants(sql: Sql, homeId: PartitionId, { userId, only }: Ending): Promise<number> {
  return sql.run(
    `delete from program_grants where partition_id = ? and user_id = ?${only === undefined ? '' : ' and id = ?'}`,
    [homeId, userId, ...(only === undefined ? [] : [only])],
  )
}

/** What a program proves with that it may have a token: a code, which is short-lived, or what it was given with the last. */
export interface ProgramSecret {
  readonly purpose: 'code' | 'refresh'
  readonly homeId: PartitionId
  readonly grantId: string
  readonly data: unknown
  readonly usedAt: string | null
  readonly expiresAt: string
}

export async function insertProgramSecret(
  sql: Sql,
  digest: string,
  { purpose, homeId, grantId, data, expiresAt }: Omit<ProgramSecret, 'usedAt'>,
): Promise<void> {
  await sql.run(
    `insert into program_secrets (digest, purpose, partition_id, grant_id, data, expires_at)
     values (?, ?, ?, ?, ?, ?)`,
    [digest, purpose, homeId, grantId, JSON.stringify(data), expiresAt],
  )
}

export async function findProgramSecret(sql: Sql, digest: string): Promise<ProgramSecret | undefined> {
  const row = await first(
    sql,
    `select purpose, partition_id, grant_id, data, used_at, expires_at from program_secrets where digest = ?`,
    [digest],
  )
  return (
    row && {
      purpose: row.purpose as ProgramSecret['purpose'],
      homeId: readPartitionId(row.partition_id),
      grantId: String(row.grant_id),
      data: JSON.parse(String(row.data)),
      usedAt: textOrNull(row.used_at),
      expiresAt: String(row.expires_at),
    }
  )
}

/** Whether this was the first use. It is kept, so that a second one is noticed. */
export const useProgramSecret = async (sql: Sql, digest: string, at: string): Promise<boolean> =>
  (await sql.run('update program_secrets set used_at = ? where digest = ? and used_at is null', [
    at,
    digest,
  ])) > 0

export async function removeExpiredPrograms(sql: Sql, at: string): Promise<void> {
  await sql.run('delete from short_tokens where expires_at <= ?', [at])
  await sql.run('delete from program_grants where expires_at <= ?', [at])
  await sql.run('delete from program_secrets where expires_at <= ?', [at])
  await sql.run('delete from device_requests where expires_at <= ?', [at])
}
