import type { Migration } from '../migration.ts'

/** Pipelines that sign in with a token of their own platform: whom to trust, and which tokens were used. */
export const migration: Migration = {
  id: '0057-workload',
  statements: [
    `create table workload_trusts (
      partition_id text not null,
      "id" text not null,
      "name" text not null,
      "issuer" text not null,
      "audience" text not null,
      "conditions" text not null,
      "scopes" text not null,
      "mode" text not null,
      "max_seconds" integer not null,
      "status" text not null,
      "last_used_at" text,
      "created_at" text,
      "updated_at" text,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, id)
    )`,
    `create index workload_trusts_updated_at on workload_trusts (partition_id, "updated_at", id)`,
    `create index workload_trusts_issuer on workload_trusts ("issuer", "audience")`,
    `create table used_subject_tokens (
      digest text not null primary key,
      expires_at text not null
    )`,
    `create index used_subject_tokens_expires_at on used_subject_tokens (expires_at)`,
    `create table workload_refusals (
      partition_id text not null primary key,
      since text not null,
      logged integer not null
    )`,
  ],
}
