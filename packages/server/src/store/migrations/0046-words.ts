import type { Migration } from '../migration.ts'

/**
 * The text index also has the words of titles on their own, and a list of all words. Records that it already has are
 * indexed anew in the background; until then it serves texts as before.
 */
export const migration: Migration = {
  id: '0046-words',
  statements: [
    ({ only }) =>
      only(
        'sqlite',
        `create table search_words (
        partition_id text not null,
        word text not null,
        primary key (partition_id, word)
      ) strict, without rowid`,
      ),
    ({ only }) =>
      only(
        'postgres',
        `create table search_words (
        partition_id text collate "C" not null,
        word text collate "C" not null,
        primary key (partition_id, word)
      )`,
      ),
    `update search_backlog set position = ''`,
    `insert into search_backlog (partition_id, position)
     select id, '+' from partitions where id not in (select partition_id from search_backlog)`,
  ],
}
