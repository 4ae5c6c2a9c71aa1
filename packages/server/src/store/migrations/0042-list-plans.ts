import type { Migration } from '../migration.ts'

/**
 * The audit log of a kind in its own order, and the records that lists leave out by default, or show although nearly
 * all are left out.
 */
export const migration: Migration = {
  id: '0042-list-plans',
  statements: [
    `create index events_kind on events (partition_id, subject_kind, at, seq)`,
    `create index projects_archived on projects (partition_id, "archived", id)`,
    `create index runbooks_is_deleted on runbooks (partition_id, "is_deleted", id)`,
  ],
}
