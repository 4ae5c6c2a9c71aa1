import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0021-sign-in-refusals',
  statements: [
    `create table sign_in_refusals (
      partition_id text not null,
      user_id text not null,
      logged_at text not null,
      unlogged integer not null,
      primary key (partition_id, user_id)
    )`,
    `create index sign_in_refusals_logged_at on sign_in_refusals (logged_at)`,
  ],
}
