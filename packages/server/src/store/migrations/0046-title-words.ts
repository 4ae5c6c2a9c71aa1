import type { Migration } from '../migration.ts'

/** The text index also has the words of titles on their own: it is built anew in the background. */
export const migration: Migration = {
  id: '0046-title-words',
  statements: [
    'delete from search_backlog',
    `insert into search_backlog (partition_id, position) select id, '' from partitions`,
  ],
}
