import type { Migration } from '../migration.ts'

/** How much a partition holds, and up to which of its writes that was counted. */
export const migration: Migration = {
  id: '0031-usage',
  statements: [
    `alter table partitions add column records integer not null default 0`,
    `alter table partitions add column bytes integer not null default 0`,
    `alter table partitions add column counted_revision integer not null default 0`,
    `alter table partitions add column counted_seq integer not null default 0`,
  ],
}
