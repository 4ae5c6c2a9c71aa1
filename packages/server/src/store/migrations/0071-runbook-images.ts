import type { Migration } from '../migration.ts'

/** The content comes last: whoever reads the rest of a row does not pass it. */
export const migration: Migration = {
  id: '0071-runbook-images',
  statements: [
    `create table runbook_images (
      partition_id text not null,
      id text not null,
      runbook_id text not null,
      name text not null,
      type text not null,
      size integer not null,
      created_at text not null,
      created_by text,
      content text not null,
      primary key (partition_id, id)
    )`,
    `create index runbook_images_runbook_id on runbook_images (partition_id, runbook_id, id)`,
  ],
}
