import { first, type Row, type Sql } from '../sql.ts'

/** How often something was tried recently, and until when it is blocked. */
export interface AttemptCount {
  readonly count: number
  readonly blockedUntil: string
  readonly forgottenAt: string
}

const select = 'select count, blocked_until, forgotten_at from sign_in_attempts where key = ?'

export async function readAttempts(sql: Sql, key: string): Promise<AttemptCount | undefined> {
  return toCount(await first(sql, select, [key]))
}

/**
 * Reads a count and locks it until the transaction ends, even if it is new, so that concurrent attempts in any
 * process are counted one after the other.
 */
export async function lockAttempts(tx: Sql, key: string): Promise<AttemptCount | undefined> {
  await tx.run(
    `insert into sign_in_attempts (key, count, blocked_until, forgotten_at) values (?, 0, '', '')
     on conflict (key) do nothing`,
    [key],
  )
  return toCount(await first(tx, `${select}${tx.dialect.forUpdate}`, [key]))
}

const toCount = (row: Row | undefined): AttemptCount | undefined =>
  row && {
    count: Number(row.count),
    blockedUntil: String(row.blocked_until),
    forgottenAt: String(row.forgotten_at),
  }

export async function setAttempts(tx: Sql, key: string, to: AttemptCount): Promise<void> {
  await tx.run(
    `insert into sign_in_attempts (key, count, blocked_until, forgotten_at) values (?, ?, ?, ?)
     on conflict (key) do update set count = excluded.count, blocked_until = excluded.blocked_until,
       forgotten_at = excluded.forgotten_at`,
    [key, to.count, to.blockedUntil, to.forgottenAt],
  )
}

export const clearAttempts = (tx: Sql, key: string): Promise<number> =>
  tx.run('delete from sign_in_attempts where key = ?', [key])

/** Takes one attempt back and ends the wait it caused, unless another attempt has extended it meanwhile. */
export async function takeBackAttempt(
  tx: Sql,
  key: string,
  { before, after }: { readonly before: AttemptCount; readonly after: AttemptCount },
): Promise<void> {
  await tx.run(
    `update sign_in_attempts set count = count - 1,
       blocked_until = case when blocked_until = ? then ? else blocked_until end
     where key = ? and count > 0`,
    [after.blockedUntil, before.blockedUntil, key],
  )
}

export const forgetAttempts = (tx: Sql, at: string): Promise<number> =>
  tx.run('delete from sign_in_attempts where forgotten_at <= ?', [at])
