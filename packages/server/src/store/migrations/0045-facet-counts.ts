import type { Migration } from '../migration.ts'

/**
 * How many records have each value of each field that lists are filtered by, and how far each partition has been
 * counted: up to which of its writes, what of, and which kinds are not counted to their end yet.
 */
export const migration: Migration = {
  id: '0045-facet-counts',
  statements: [
    `create table facet_counts (
      partition_id text not null,
      kind text not null,
      field text not null,
      value text not null,
      count integer not null,
      primary key (partition_id, kind, field, value)
    )`,
    `create index facet_counts_count on facet_counts (partition_id, kind, field, count desc, value)`,
    `alter table partitions add column facets_revision integer not null default -1`,
    `alter table partitions add column facets_of text not null default ''`,
    `alter table partitions add column facets_to text not null default ''`,
  ],
}
