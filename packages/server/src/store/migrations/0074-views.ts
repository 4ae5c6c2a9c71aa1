import type { Migration } from '../migration.ts'

/** Lists with a query, kept under a name. */
export const migration: Migration = {
  id: '0074-views',
  statements: [
    `create table views (
      partition_id text not null,
      "id" text not null,
      "name" text not null,
      "kind" text not null,
      "query" text not null,
      "sort" text,
      "group_by" text,
      "columns" text not null,
      "visibility" text not null,
      "owner_uid" text,
      "owner_name" text,
      "seen_by" text not null,
      "created_at" text,
      "updated_at" text,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, id)
    )`,
    `create index views_kind on views (partition_id, "kind", id)`,
    `create index views_owner_uid on views (partition_id, "owner_uid", id)`,
    `create index views_seen_by on views (partition_id, "seen_by", id)`,
    `create index views_updated_at on views (partition_id, "updated_at", id)`,
  ],
}
