import type { Migration } from '../migration.ts'

/**
 * Programs that act for somebody: what people have allowed them to do, with which secrets they come back for more,
 * devices that wait for a click, and the short-lived tokens that they and pipelines work with.
 */
export const migration: Migration = {
  id: '0056-programs',
  statements: [
    `create table short_tokens (
      digest text not null primary key,
      kind text not null,
      partition_id text not null,
      id text not null,
      mode text not null,
      scopes text not null,
      user_id text,
      grant_id text,
      trust_id text,
      name text not null,
      created_at text not null,
      expires_at text not null
    )`,
    `create index short_tokens_expires_at on short_tokens (expires_at)`,
    `create index short_tokens_trust on short_tokens (partition_id, trust_id)`,
    `create table program_grants (
      partition_id text not null,
      id text not null,
      user_id text not null,
      client text not null,
      agent text,
      address text,
      mode text not null,
      scopes text not null,
      provider_id text,
      provider_subject text,
      provider_session text,
      created_at text not null,
      used_at text not null,
      expires_at text not null,
      primary key (partition_id, id)
    )`,
    `create index program_grants_user on program_grants (partition_id, user_id, id)`,
    `create index program_grants_provider on program_grants (partition_id, provider_id, provider_subject)`,
    `create index program_grants_expires_at on program_grants (expires_at)`,
    `create table program_secrets (
      digest text not null primary key,
      purpose text not null,
      partition_id text not null,
      grant_id text not null,
      data text not null,
      used_at text,
      expires_at text not null
    )`,
    `create index program_secrets_expires_at on program_secrets (expires_at)`,
    `create table device_requests (
      digest text not null primary key,
      user_code text not null,
      client text not null,
      mode text not null,
      scopes text not null,
      agent text,
      address text,
      status text not null,
      partition_id text,
      grant_id text,
      interval_seconds integer not null,
      polled_at text,
      created_at text not null,
      expires_at text not null
    )`,
    `create unique index device_requests_user_code on device_requests (user_code)`,
    `create index device_requests_expires_at on device_requests (expires_at)`,
  ],
}
