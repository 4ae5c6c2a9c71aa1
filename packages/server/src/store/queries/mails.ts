import { latestPlausible } from '../clock.ts'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Row, type Sql, textOrNull } from '../sql.ts'

/** Mails are kept out of the log until one cannot be sent: their secrets are sealed, and gone once they are sent. */

export type MailPurpose = 'invitation' | 'reset' | 'domain'
/** `dropped`: not sent, because by then nobody wanted it any more. */
export type MailStatus = 'pending' | 'sent' | 'failed' | 'dropped'

export interface MailPlace {
  readonly homeId: PartitionId
  readonly id: string
}

export interface QueuedMail extends MailPlace {
  readonly purpose: MailPurpose
  readonly recipient: string
  /** What it is about: a member, or a domain. */
  readonly subjectId: string
  /** Sealed; null once it is of no use. */
  readonly secret: string | null
  readonly status: MailStatus
  readonly attempts: number
  readonly error: string | null
  readonly createdAt: string
  /** When svc stops trying. */
  readonly endsAt: string
  readonly nextAttemptAt: string | null
}

const columns =
  'partition_id, id, purpose, recipient, subject_id, secret, status, attempts, error, created_at, ends_at, ' +
  'next_attempt_at'

const toMail = (row: Row): QueuedMail => ({
  homeId: readPartitionId(row.partition_id),
  id: String(row.id),
  purpose: row.purpose as MailPurpose,
  recipient: String(row.recipient),
  subjectId: String(row.subject_id),
  secret: textOrNull(row.secret),
  status: row.status as MailStatus,
  attempts: Number(row.attempts),
  error: textOrNull(row.error),
  createdAt: String(row.created_at),
  endsAt: String(row.ends_at),
  nextAttemptAt: textOrNull(row.next_attempt_at),
})

export type NewMail = Pick<
  QueuedMail,
  'homeId' | 'id' | 'purpose' | 'recipient' | 'subjectId' | 'createdAt' | 'endsAt'
> & { readonly secret: string }

export async function insertMail(sql: Sql, mail: NewMail): Promise<void> {
  const { homeId, id, purpose, recipient, subjectId, secret, createdAt, endsAt } = mail
  await sql.run(`insert into mails (${columns}) values (?, ?, ?, ?, ?, ?, 'pending', 0, null, ?, ?, ?)`, [
    homeId,
    id,
    purpose,
    recipient,
    subjectId,
    secret,
    createdAt,
    endsAt,
    createdAt,
  ])
}

/** Of all organisations, the longest waiting first. What a clock that was ahead has planned is due too. */
export async function dueMails(
  sql: Sql,
  { at, limit }: { readonly at: string; readonly limit: number },
): Promise<readonly QueuedMail[]> {
  const rows = await sql.all(
    `select ${columns} from mails where next_attempt_at <= ?
       or next_attempt_at is not null and coalesce(last_attempt_at, created_at) > ?
     order by next_attempt_at, id limit ?`,
    [at, latestPlausible(at), limit],
  )
  return rows.map(toMail)
}

/** Whether it is ours to send until then. Of several processes that have read the same mail, one succeeds. */
export const claimMail = async (
  sql: Sql,
  { homeId, id, nextAttemptAt }: QueuedMail,
  { at, until }: { readonly at: string; readonly until: string },
): Promise<boolean> =>
  (await sql.run(
    `update mails set next_attempt_at = ?, last_attempt_at = ? where partition_id = ? and id = ?
       and next_attempt_at = ?`,
    [until, at, homeId, id, nextAttemptAt],
  )) > 0

/** Keeps it for another attempt. */
export async function postponeMail(
  sql: Sql,
  { homeId, id }: MailPlace,
  { error, nextAttemptAt }: { readonly error: string; readonly nextAttemptAt: string },
): Promise<void> {
  await sql.run(
    'update mails set attempts = attempts + 1, error = ?, next_attempt_at = ? where partition_id = ? and id = ?',
    [error, nextAttemptAt, homeId, id],
  )
}

/** Lets anybody send it who comes next. */
export async function returnMail(sql: Sql, { homeId, id }: MailPlace, at: string): Promise<void> {
  await sql.run('update mails set next_attempt_at = ? where partition_id = ? and id = ?', [at, homeId, id])
}

/** Its secret is of no more use and goes. */
export async function endMail(
  sql: Sql,
  { homeId, id }: MailPlace,
  { status, error }: { readonly status: Exclude<MailStatus, 'pending'>; readonly error: string | null },
): Promise<void> {
  const tried = status === 'dropped' ? 0 : 1
  await sql.run(
    `update mails set status = ?, error = ?, attempts = attempts + ?, secret = null, next_attempt_at = null
     where partition_id = ? and id = ?`,
    [status, error, tried, homeId, id],
  )
}

/** How many were written to somebody since then, whatever became of them. */
export async function countMailsTo(
  sql: Sql,
  { homeId, purpose, recipient }: Pick<QueuedMail, 'homeId' | 'purpose' | 'recipient'>,
  since: string,
): Promise<number> {
  const row = await first(
    sql,
    `select count(*) as count from mails where partition_id = ? and purpose = ? and recipient = ? and created_at > ?`,
    [homeId, purpose, recipient, since],
  )
  return Number(row?.count)
}

/** The latest that have not arrived. */
export async function troubledMails(
  sql: Sql,
  homeId: PartitionId,
  limit: number,
): Promise<readonly QueuedMail[]> {
  const rows = await sql.all(
    `select ${columns} from mails where partition_id = ? and (status = 'failed' or status = 'pending' and attempts > 0)
     order by id desc limit ?`,
    [homeId, limit],
  )
  return rows.map(toMail)
}

export interface MailTrouble {
  /** Pending mails that were tried in vain. */
  readonly waiting: number
  readonly failed: number
  /** Why, the last time. */
  readonly error: string | null
}

/** Of all organisations. */
export async function mailTrouble(sql: Sql): Promise<MailTrouble> {
  const rows = await sql.all(
    `select status, count(*) as count, max(error) as error from mails
     where status = 'failed' or status = 'pending' and attempts > 0 group by status`,
  )
  const of = (status: MailStatus) => rows.find((row) => row.status === status)
  const error = of('pending')?.error ?? of('failed')?.error ?? null
  return {
    waiting: Number(of('pending')?.count ?? 0),
    failed: Number(of('failed')?.count ?? 0),
    error: textOrNull(error),
  }
}

/** What has ended before then; pending mails end by themselves. */
export const forgetMails = (sql: Sql, before: string): Promise<number> =>
  sql.run(`delete from mails where created_at < ? and status <> 'pending'`, [before])

/** Every sealed secret of an organisation, for a new master key. */
export async function mailSecretsIn(
  sql: Sql,
  homeId: PartitionId,
): Promise<readonly { readonly id: string; readonly secret: string }[]> {
  const rows = await sql.all('select id, secret from mails where partition_id = ? and secret is not null', [
    homeId,
  ])
  return rows.map(({ id, secret }) => ({ id: String(id), secret: String(secret) }))
}

/** Only if it was not sent meanwhile. */
export async function resealMail(sql: Sql, { homeId, id }: MailPlace, secret: string): Promise<void> {
  await sql.run('update mails set secret = ? where partition_id = ? and id = ? and secret is not null', [
    secret,
    homeId,
    id,
  ])
}
