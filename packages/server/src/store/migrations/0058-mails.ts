import type { Migration } from '../migration.ts'

/** Mails that are to be sent, and what became of those that were. */
export const migration: Migration = {
  id: '0058-mails',
  statements: [
    `create table mails (
      partition_id text not null,
      id text not null,
      purpose text not null,
      recipient text not null,
      subject_id text not null,
      secret text,
      status text not null,
      attempts integer not null,
      error text,
      created_at text not null,
      ends_at text not null,
      last_attempt_at text,
      next_attempt_at text,
      primary key (partition_id, id)
    )`,
    `create index mails_next_attempt_at on mails (next_attempt_at)`,
    `create index mails_created_at on mails (created_at)`,
  ],
}
