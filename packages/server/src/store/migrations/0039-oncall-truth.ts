import type { Migration } from '../migration.ts'

type Sql = Parameters<NonNullable<Migration['fill']>>[0]

const mends = [
  // What was the time of the last question is now that of the last answer; whether an earlier one was answered nobody knows.
  `update oncall_bindings set last_attempt_at = last_fetched_at,
      last_fetched_at = case when last_fetch_error is null then last_fetched_at end
    where last_attempt_at is null and last_fetched_at is not null`,
  // The clock ends shifts that are over.
  `update oncall_bindings set changes_at = current_shift_ends_at
    where changes_at is null and current_shift_ends_at is not null`,
]

/** For bindings of an archive that an older svc wrote. */
export const mendBindings = async (sql: Sql): Promise<void> => {
  for (const text of mends) await sql.run(text)
}

export const migration: Migration = {
  id: '0039-oncall-truth',
  statements: [
    `alter table oncall_bindings add column "service_id" text`,
    `alter table oncall_bindings add column "manual" text`,
    `alter table oncall_bindings add column "last_attempt_at" text`,
    `alter table oncall_bindings add column "changes_at" text`,
    `create index oncall_bindings_changes_at on oncall_bindings ("changes_at")`,
    ...mends,
  ],
}
