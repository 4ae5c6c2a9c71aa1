import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0014-sign-in',
  statements: [
    `create table passwords (
      partition_id text not null,
      user_id text not null,
      hash text not null,
      changed_at text not null,
      primary key (partition_id, user_id)
    )`,
    `create table sessions (
      digest text not null primary key,
      partition_id text not null,
      id text not null,
      user_id text not null,
      agent text,
      created_at text not null,
      used_at text not null,
      expires_at text not null
    )`,
    `create index sessions_user on sessions (partition_id, user_id, id)`,
    `create index sessions_expires_at on sessions (expires_at)`,
    `create table entry_links (
      digest text not null primary key,
      partition_id text not null,
      user_id text not null,
      purpose text not null,
      created_at text not null,
      expires_at text not null
    )`,
    `create index entry_links_user on entry_links (partition_id, user_id)`,
    `create index users_email_anywhere on users ("email")`,
  ],
}
