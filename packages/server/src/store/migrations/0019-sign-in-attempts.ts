import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0019-sign-in-attempts',
  statements: [
    `create table sign_in_attempts (
      key text not null primary key,
      count integer not null,
      blocked_until text not null,
      forgotten_at text not null
    )`,
    `create index sign_in_attempts_forgotten_at on sign_in_attempts (forgotten_at)`,
  ],
}
