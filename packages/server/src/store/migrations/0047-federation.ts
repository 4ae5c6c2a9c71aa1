import type { Migration } from '../migration.ts'

/**
 * Sign-in through identity providers: who is who there, sign-ins that are under way, assertions that have been used,
 * and how each session was opened. Addresses are compared in lower case from now on; one that another member of the
 * organisation already has that way stays as it is.
 */
export const migration: Migration = {
  id: '0047-federation',
  statements: [
    `alter table identity_providers add column "vendor" text not null default 'generic'`,
    `alter table identity_providers add column "jit" text not null default '{"enabled":false,"role":"member"}'`,
    `alter table identity_providers add column "last_sign_in_at" text`,
    `alter table identity_providers add column "configured_by" text`,
    `create index identity_providers_anywhere on identity_providers ("id")`,
    `create table identities (
      partition_id text not null,
      provider_id text not null,
      issuer text not null,
      subject text not null,
      user_id text not null,
      email text,
      created_at text not null,
      used_at text not null,
      primary key (partition_id, provider_id, issuer, subject)
    )`,
    `create index identities_user on identities (partition_id, user_id, provider_id)`,
    `create table sign_in_flows (
      digest text not null primary key,
      partition_id text not null,
      provider_id text not null,
      browser text not null,
      purpose text not null,
      data text not null,
      expires_at text not null
    )`,
    `create index sign_in_flows_expires_at on sign_in_flows (expires_at)`,
    `create table used_assertions (
      partition_id text not null,
      provider_id text not null,
      id text not null,
      expires_at text not null,
      primary key (partition_id, provider_id, id)
    )`,
    `create index used_assertions_expires_at on used_assertions (expires_at)`,
    `alter table sessions add column method text not null default 'password'`,
    `alter table sessions add column address text`,
    `alter table sessions add column provider_id text`,
    `alter table sessions add column provider_subject text`,
    `alter table sessions add column provider_session text`,
    `alter table sessions add column provider_hint text`,
    `alter table sessions add column ends_at text`,
    `alter table sessions add column authenticated_at text`,
    `update sessions set authenticated_at = created_at`,
    `create index sessions_provider_subject on sessions (partition_id, provider_id, provider_subject)`,
    `create index sessions_provider_session on sessions (partition_id, provider_id, provider_session)`,
    `update users set email = lower(email) where email <> lower(email)
      and not exists (select 1 from users other where other.partition_id = users.partition_id
        and other.id <> users.id and lower(other.email) = lower(users.email))`,
  ],
}
