import type { Migration } from '../migration.ts'

/** Second factors and passkeys of people, sign-ins that wait for one, and how long sessions last. */
export const migration: Migration = {
  id: '0049-second-factors',
  statements: [
    `alter table sso_settings add column "second_factor" text not null default 'none'`,
    `alter table sso_settings add column "session_idle_minutes" integer not null default 0`,
    `alter table sso_settings add column "session_max_minutes" integer not null default 0`,
    `alter table sso_settings add column "personal_tokens" text not null default 'keep'`,
    `alter table sessions add column factor text`,
    `create table totp_secrets (
      partition_id text not null,
      user_id text not null,
      secret text not null,
      last_step integer not null,
      created_at text not null,
      confirmed_at text,
      primary key (partition_id, user_id)
    )`,
    `create table recovery_codes (
      partition_id text not null,
      user_id text not null,
      digest text not null,
      primary key (partition_id, user_id, digest)
    )`,
    `create table passkeys (
      partition_id text not null,
      id text not null,
      user_id text not null,
      credential_id text not null,
      public_key text not null,
      counter integer not null,
      user_handle text not null,
      name text not null,
      transports text not null,
      created_at text not null,
      used_at text,
      primary key (partition_id, id)
    )`,
    `create unique index passkeys_credential on passkeys (credential_id)`,
    `create index passkeys_user on passkeys (partition_id, user_id, id)`,
    `create table sign_in_tickets (
      digest text not null primary key,
      purpose text not null,
      browser text not null,
      data text not null,
      expires_at text not null
    )`,
    `create index sign_in_tickets_expires_at on sign_in_tickets (expires_at)`,
  ],
}
