import type { Migration } from '../migration.ts'

/** Provisioning by SCIM: its tokens, the people and groups that a directory manages, and its last calls. */
export const migration: Migration = {
  id: '0054-scim',
  statements: [
    `create table scim_tokens (
      partition_id text not null,
      "id" text not null,
      "name" text not null,
      "identity_provider_id" text,
      "prefix" text not null,
      "last_four" text not null,
      "created_by" text,
      "last_used_at" text,
      "digest" text not null,
      "created_at" text,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, id)
    )`,
    `create unique index scim_tokens_digest on scim_tokens (digest)`,
    `create index scim_tokens_identity_provider_id on scim_tokens (partition_id, "identity_provider_id", id)`,
    `create index scim_tokens_created_by on scim_tokens (partition_id, "created_by", id)`,
    `create table scim_people (
      partition_id text not null,
      user_id text not null,
      user_name_key text not null,
      external_id text,
      display_key text,
      given_key text,
      family_key text,
      attributes text not null,
      created_at text not null,
      updated_at text not null,
      gone_at text,
      primary key (partition_id, user_id)
    )`,
    `create index scim_people_user_name on scim_people (partition_id, user_name_key)`,
    `create index scim_people_external on scim_people (partition_id, external_id)`,
    `create table scim_emails (
      partition_id text not null,
      user_id text not null,
      position integer not null,
      value_key text,
      type_key text,
      is_primary integer not null,
      primary key (partition_id, user_id, position)
    )`,
    `create index scim_emails_value on scim_emails (partition_id, value_key)`,
    `create table scim_groups (
      partition_id text not null,
      id text not null,
      display_name text not null,
      display_key text not null,
      external_id text,
      version text not null,
      created_at text not null,
      updated_at text not null,
      primary key (partition_id, id)
    )`,
    `create unique index scim_groups_display on scim_groups (partition_id, display_key)`,
    `create index scim_groups_external on scim_groups (partition_id, external_id)`,
    `create table scim_members (
      partition_id text not null,
      group_id text not null,
      user_id text not null,
      primary key (partition_id, group_id, user_id)
    )`,
    `create index scim_members_user on scim_members (partition_id, user_id)`,
    `create table scim_calls (
      partition_id text not null,
      id text not null,
      token_id text not null,
      token_name text not null,
      at text not null,
      method text not null,
      path text not null,
      status integer not null,
      detail text,
      agent text,
      primary key (partition_id, id)
    )`,
  ],
}
