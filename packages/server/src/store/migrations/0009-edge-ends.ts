import type { Migration } from '../migration.ts'

/** Indexes that hold an edge whole, so that a walk along edges reads nothing else. */
export const migration: Migration = {
  id: '0009-edge-ends',
  statements: [
    `drop index dependencies_from_id`,
    `drop index dependencies_to_id`,
    `create index dependencies_from_id on dependencies
      (partition_id, "from_id", id, "from_kind", "to_kind", "to_id", "type")`,
    `create index dependencies_to_id on dependencies
      (partition_id, "to_id", id, "to_kind", "from_kind", "from_id", "type")`,
  ],
}
