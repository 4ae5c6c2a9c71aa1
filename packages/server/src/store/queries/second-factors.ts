import type { PartitionId } from '../partition-id.ts'
import { readPartitionId } from '../partition-id.ts'
import { first, type Row, type Sql } from '../sql.ts'

/** What people prove who they are with besides a password: kept out of the log, which everyone may read. */

export type SecondFactor = 'totp' | 'passkey' | 'recovery'

export interface Person {
  readonly homeId: PartitionId
  readonly userId: string
}

export interface TotpSecret {
  /** Sealed. */
  readonly secret: string
  /** The step of the last code that was accepted: it and those before it are not accepted again. */
  readonly lastStep: number
  readonly createdAt: string
  /** Null until a code has shown that the person's device has the secret too. */
  readonly confirmedAt: string | null
}

export async function totpOf(sql: Sql, { homeId, userId }: Person): Promise<TotpSecret | undefined> {
  const row = await first(
    sql,
    'select secret, last_step, created_at, confirmed_at from totp_secrets where partition_id = ? and user_id = ?',
    [homeId, userId],
  )
  return (
    row && {
      secret: String(row.secret),
      lastStep: Number(row.last_step),
      createdAt: String(row.created_at),
      confirmedAt: row.confirmed_at === null ? null : String(row.confirmed_at),
    }
  )
}

export async function putTotp(
  sql: Sql,
  { homeId, userId }: Person,
  { secret, at }: { readonly secret: string; readonly at: string },
): Promise<void> {
  await sql.run(
    `insert into totp_secrets (partition_id, user_id, secret, last_step, created_at, confirmed_at)
      values (?, ?, ?, 0, ?, null)
      on conflict (partition_id, user_id) do update set secret = excluded.secret, last_step = 0,
        created_at = excluded.created_at, confirmed_at = null`,
    [homeId, userId, secret, at],
  )
}

export async function confirmTotp(sql: Sql, { homeId, userId }: Person, at: string): Promise<void> {
  await sql.run('update totp_secrets set confirmed_at = ? where partition_id = ? and user_id = ?', [
    at,
    homeId,
    userId,
  ])
}

/** Whether no code of this step or a later one was accepted before, in any process. */
export const useTotpStep = async (sql: Sql, { homeId, userId }: Person, step: number): Promise<boolean> =>
  (await sql.run(
    'update totp_secrets set last_step = ? where partition_id = ? and user_id = ? and last_step < ?',
    [step, homeId, userId, step],
  )) > 0

export const removeTotp = (sql: Sql, { homeId, userId }: Person): Promise<number> =>
  sql.run('delete from totp_secrets where partition_id = ? and user_id = ?', [homeId, userId])

/** Every sealed secret of an organisation, for a new master key. */
export async function totpSecretsIn(
  sql: Sql,
  homeId: PartitionId,
): Promise<readonly { readonly userId: string; readonly secret: string }[]> {
  const rows = await sql.all('select user_id, secret from totp_secrets where partition_id = ?', [homeId])
  return rows.map(({ user_id, secret }) => ({ userId: String(user_id), secret: String(secret) }))
}

export async function resealTotp(sql: Sql, { homeId, userId }: Person, secret: string): Promise<void> {
  await sql.run('update totp_secrets set secret = ? where partition_id = ? and user_id = ?', [
    secret,
    homeId,
    userId,
  ])
}

export async function replaceRecoveryCodes(
  sql: Sql,
  { homeId, userId }: Person,
  digests: readonly string[],
): Promise<void> {
  await removeRecoveryCodes(sql, { homeId, userId })
  const rows = digests.map(() => '(?, ?, ?)').join(', ')
  await sql.run(
    `insert into recovery_codes (partition_id, user_id, digest) values ${rows}`,
    digests.flatMap((digest) => [homeId, userId, digest]),
  )
}

export const removeRecoveryCodes = (sql: Sql, { homeId, userId }: Person): Promise<number> =>
  sql.run('delete from recovery_codes where partition_id = ? and user_id = ?', [homeId, userId])

/** Whether it was there: each works once. */
export const useRecoveryCode = async (
  sql: Sql,
  { homeId, userId }: Person,
  digest: string,
): Promise<boolean> =>
  (await sql.run('delete from recovery_codes where partition_id = ? and user_id = ? and digest = ?', [
    homeId,
    userId,
    digest,
  ])) > 0

export async function countRecoveryCodes(sql: Sql, { homeId, userId }: Person): Promise<number> {
  const row = await first(
    sql,
    'select count(*) as count from recovery_codes where partition_id = ? and user_id = ?',
    [homeId, userId],
  )
  return Number(row?.count ?? 0)
}

export interface Passkey extends Person {
  readonly id: string
  /** As the authenticator calls it, in base64url. */
  readonly credentialId: string
  /** In COSE form, in base64url. */
  readonly publicKey: string
  readonly counter: number
  /** What the authenticator knows the person by: random, so that it tells nobody who they are. */
  readonly userHandle: string
  readonly name: string
  readonly transports: readonly string[]
  readonly createdAt: string
  readonly usedAt: string | null
}

const passkeyColumns =
  'partition_id, id, user_id, credential_id, public_key, counter, user_handle, name, transports, created_at, used_at'

const toPasskey = (row: Row): Passkey => ({
  homeId: readPartitionId(row.partition_id),
  id: String(row.id),
  userId: String(row.user_id),
  credentialId: String(row.credential_id),
  publicKey: String(row.public_key),
  counter: Number(row.counter),
  userHandle: String(row.user_handle),
  name: String(row.name),
  transports: JSON.parse(String(row.transports)) as readonly string[],
  createdAt: String(row.created_at),
  usedAt: row.used_at === null ? null : String(row.used_at),
})

export async function passkeysOf(sql: Sql, { homeId, userId }: Person): Promise<readonly Passkey[]> {
  const rows = await sql.all(
    `select ${passkeyColumns} from passkeys where partition_id = ? and user_id = ? order by id`,
    [homeId, userId],
  )
  return rows.map(toPasskey)
}

/** Whoever signs in with a passkey has not said yet who they are, or where. */
export async function findPasskey(sql: Sql, credentialId: string): Promise<Passkey | undefined> {
  const row = await first(sql, `select ${passkeyColumns} from passkeys where credential_id = ?`, [
    credentialId,
  ])
  return row && toPasskey(row)
}

/** Whether nobody had registered it before. */
export async function insertPasskey(sql: Sql, passkey: Passkey): Promise<boolean> {
  const { homeId, id, userId, credentialId, publicKey, counter } = passkey
  const { userHandle, name, transports, createdAt, usedAt } = passkey
  const rows = await sql.run(
    `insert into passkeys (${passkeyColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (credential_id) do nothing`,
    [
      ...[homeId, id, userId, credentialId, publicKey, counter],
      ...[userHandle, name, JSON.stringify(transports), createdAt, usedAt],
    ],
  )
  return rows > 0
}

/** Whether its counter went on: one that stands still or goes back may be a copy. Some have none and always send 0. */
export const usePasskey = async (
  sql: Sql,
  { homeId, id }: Passkey,
  { counter, at }: { readonly counter: number; readonly at: string },
): Promise<boolean> =>
  (await sql.run(
    `update passkeys set counter = ?, used_at = ? where partition_id = ? and id = ?
      and (counter < ? or (counter = 0 and ? = 0))`,
    [counter, at, homeId, id, counter, counter],
  )) > 0

export const removePasskey = (sql: Sql, { homeId, userId }: Person, id: string): Promise<number> =>
  sql.run('delete from passkeys where partition_id = ? and user_id = ? and id = ?', [homeId, userId, id])

export const removePasskeys = (sql: Sql, { homeId, userId }: Person): Promise<number> =>
  sql.run('delete from passkeys where partition_id = ? and user_id = ?', [homeId, userId])

/** Which of them a person can use to sign in. */
export async function factorsOf(sql: Sql, { homeId, userId }: Person): Promise<readonly SecondFactor[]> {
  const row = await first(
    sql,
    `select
       exists(select 1 from totp_secrets where partition_id = ? and user_id = ? and confirmed_at is not null) as totp,
       exists(select 1 from passkeys where partition_id = ? and user_id = ?) as passkey,
       exists(select 1 from recovery_codes where partition_id = ? and user_id = ?) as recovery`,
    [homeId, userId, homeId, userId, homeId, userId],
  )
  return row ? factorsIn(row) : []
}

/** In a row with one column for each; recovery codes alone are no factor, but stand in for a lost one. */
export function factorsIn({ totp, passkey, recovery }: Row): readonly SecondFactor[] {
  const is = (value: unknown): boolean => value === true || Number(value) === 1
  if (!is(totp) && !is(passkey)) return []
  return [
    ...(is(totp) ? (['totp'] as const) : []),
    ...(is(passkey) ? (['passkey'] as const) : []),
    ...(is(recovery) ? (['recovery'] as const) : []),
  ]
}

/** A sign-in that waits for its second step, or a challenge that waits for a passkey's answer. */
export interface Ticket {
  readonly purpose: string
  /** The digest of what only the browser has that it was given to. */
  readonly browser: string
  readonly data: unknown
  readonly expiresAt: string
}

export async function insertTicket(sql: Sql, digest: string, ticket: Ticket): Promise<void> {
  const { purpose, browser, data, expiresAt } = ticket
  await sql.run(
    'insert into sign_in_tickets (digest, purpose, browser, data, expires_at) values (?, ?, ?, ?, ?)',
    [digest, purpose, browser, JSON.stringify(data), expiresAt],
  )
}

export async function findTicket(sql: Sql, digest: string): Promise<Ticket | undefined> {
  const row = await first(
    sql,
    'select purpose, browser, data, expires_at from sign_in_tickets where digest = ?',
    [digest],
  )
  return (
    row && {
      purpose: String(row.purpose),
      browser: String(row.browser),
      data: JSON.parse(String(row.data)),
      expiresAt: String(row.expires_at),
    }
  )
}

/** Whether it was still there: of two that use it up at the same time, only one succeeds. */
export const removeTicket = async (sql: Sql, digest: string): Promise<boolean> =>
  (await sql.run('delete from sign_in_tickets where digest = ?', [digest])) > 0

export const removeExpiredTickets = (sql: Sql, at: string): Promise<number> =>
  sql.run('delete from sign_in_tickets where expires_at <= ?', [at])
