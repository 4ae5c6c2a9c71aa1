import type { Sql, Value } from '../sql.ts'

/** A share of a subject's budget for a time window. */
export interface AllowanceRequest {
  readonly subject: string
  readonly amount: number
  readonly windowMs: number
}

export interface Allowance {
  readonly subject: string
  /** By all processes since the window began, including this share. */
  readonly taken: number
  /** Identifies the window. */
  readonly endsAt: number
  readonly endsInMs: number
}

/**
 * Reserves shares of windows that all processes share. A window begins with its first share, by the database's clock;
 * one that would end later than a new one was reserved before the clock was set back, or under another setting, and
 * is ignored.
 */
export async function takeAllowances(
  sql: Sql,
  /** At most one per subject. */
  wants: readonly AllowanceRequest[],
): Promise<readonly Allowance[]> {
  const now = sql.dialect.nowMs
  // In the same order everywhere: two processes that reserve for the same subjects must not deadlock.
  const ordered = wants.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
  const rows = await sql.all(
    `insert into allowances (subject, ends_at, taken)
     values ${ordered.map(() => `(?, ${now} + ?, ?)`).join(', ')}
     on conflict (subject) do update set
       taken = case when ${isRunning(now)} then allowances.taken else 0 end + excluded.taken,
       ends_at = case when ${isRunning(now)} then allowances.ends_at else excluded.ends_at end
     returning subject, taken, ends_at, ends_at - ${now} as ends_in`,
    ordered.flatMap(({ subject, amount, windowMs }): Value[] => [subject, windowMs, amount]),
  )
  return rows.map((row) => ({
    subject: String(row.subject),
    taken: Number(row.taken),
    endsAt: Number(row.ends_at),
    endsInMs: Number(row.ends_in),
  }))
}

const isRunning = (now: string): string =>
  `allowances.ends_at > ${now} and allowances.ends_at <= excluded.ends_at`

export const forgetAllowances = (sql: Sql): Promise<number> =>
  sql.run(`delete from allowances where ends_at <= ${sql.dialect.nowMs}`)
