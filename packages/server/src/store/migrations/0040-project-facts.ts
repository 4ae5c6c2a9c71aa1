import type { Migration } from '../migration.ts'

/** What the other entities have had from the start. */
export const migration: Migration = {
  id: '0040-project-facts',
  statements: [
    `alter table projects add column "lifecycle" text`,
    `alter table projects add column "type" text`,
    `alter table projects add column "tier" integer`,
    `alter table projects add column "tags" text not null default '[]'`,
    `create index projects_lifecycle on projects (partition_id, "lifecycle", id)`,
    `create index projects_type on projects (partition_id, "type", id)`,
    `create index projects_tier on projects (partition_id, "tier", id)`,
  ],
}
