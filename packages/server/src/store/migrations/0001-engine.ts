import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0001-engine',
  statements: [
    `create table organisations (
      id text not null primary key,
      name text not null,
      created_at text not null
    )`,
    `create table partitions (
      id text not null primary key,
      organisation_id text not null references organisations (id),
      role text not null,
      revision integer not null,
      last_seq integer not null
    )`,
    `create unique index partitions_role on partitions (organisation_id, role)`,
    `create table revisions (
      partition_id text not null,
      kind text not null,
      revision integer not null,
      primary key (partition_id, kind)
    )`,
    `create table events (
      partition_id text not null,
      seq integer not null,
      at text not null,
      type text not null,
      actor_type text not null,
      actor_id text,
      actor_name text,
      subject_kind text not null,
      subject_id text not null,
      state_before text,
      state_after text,
      primary key (partition_id, seq)
    )`,
    `create index events_at on events (partition_id, at, seq)`,
    `create index events_subject on events (partition_id, subject_id, at, seq)`,
    `create index events_type on events (partition_id, type, at, seq)`,
    `create index events_actor on events (partition_id, actor_id, at, seq)`,
    `create table elements (
      partition_id text not null,
      kind text not null,
      field text not null,
      value text not null,
      record_id text not null,
      primary key (partition_id, kind, field, value, record_id)
    )`,
    `create table counters (
      partition_id text not null,
      name text not null,
      value integer not null,
      primary key (partition_id, name)
    )`,
    `create table followers (
      partition_id text not null,
      name text not null,
      seq integer not null,
      primary key (partition_id, name)
    )`,
    `create table sweeps (
      partition_id text not null,
      follower text not null,
      subject text not null,
      position text not null,
      primary key (partition_id, follower, subject)
    )`,
    `create table leases (
      name text not null primary key,
      holder text not null,
      expires_at text not null
    )`,
    `create table job_runs (
      name text not null,
      slot text not null,
      primary key (name, slot)
    )`,
    `create table idempotency_keys (
      partition_id text not null,
      credential_id text not null,
      key text not null,
      fingerprint text not null,
      answer text not null,
      created_at text not null,
      primary key (partition_id, credential_id, key)
    )`,
    `create index idempotency_keys_created on idempotency_keys (created_at)`,
  ],
}
