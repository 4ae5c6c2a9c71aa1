import type { Migration } from '../migration.ts'

/** Addresses that calendar programs subscribe to. */
export const migration: Migration = {
  id: '0073-oncall-feeds',
  statements: [
    `create table oncall_feeds (
      partition_id text not null,
      "id" text not null,
      "name" text not null,
      "of" text not null,
      "team_id" text,
      "user_uid" text,
      "last_four" text not null,
      "created_by" text,
      "digest" text not null,
      "created_at" text,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, id)
    )`,
    `create unique index oncall_feeds_digest on oncall_feeds (digest)`,
    `create index oncall_feeds_team_id on oncall_feeds (partition_id, "team_id", id)`,
    `create index oncall_feeds_user_uid on oncall_feeds (partition_id, "user_uid", id)`,
    `create index oncall_feeds_created_by on oncall_feeds (partition_id, "created_by", id)`,
  ],
}
