import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0006-links',
  statements: [
    `create table links (
      partition_id text not null,
      "id" text not null,
      "title" text not null,
      "url" text not null,
      "type" text not null,
      "entity_kind" text not null,
      "entity_id" text not null,
      "created_at" text,
      "updated_at" text,
      search_text text not null,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, id)
    )`,
    `create index links_type on links (partition_id, "type", id)`,
    `create index links_entity_kind on links (partition_id, "entity_kind", id)`,
    `create index links_entity_id on links (partition_id, "entity_id", id)`,
  ],
}
