import type { Migration } from '../migration.ts'

/** How much an edge matters; in the indexes too, so that a walk along edges still reads nothing else. */
export const migration: Migration = {
  id: '0034-edge-criticality',
  statements: [
    `alter table dependencies add column "criticality" text not null default 'hard'`,
    `drop index dependencies_from_id`,
    `drop index dependencies_to_id`,
    `create index dependencies_from_id on dependencies
      (partition_id, "from_id", id, "from_kind", "to_kind", "to_id", "type", "criticality")`,
    `create index dependencies_to_id on dependencies
      (partition_id, "to_id", id, "to_kind", "from_kind", "from_id", "type", "criticality")`,
  ],
}
