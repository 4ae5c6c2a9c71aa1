import type { Migration } from '../migration.ts'

/** Which records contain a text: built from existing records in the background, then kept up to date after each write. */
export const migration: Migration = {
  id: '0044-text-index',
  statements: [
    ({ only }) =>
      only(
        'sqlite',
        `create table search_docs (
        doc integer not null primary key,
        partition_id text not null,
        record_id text not null,
        unique (partition_id, record_id)
      ) strict`,
      ),
    ({ only }) =>
      only(
        'sqlite',
        `create virtual table search_index using fts5(tokens, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '='")`,
      ),
    // By default a tenth of replaced rows is enough for FTS5 to write a part of the index anew: four times the work.
    ({ only }) => only('sqlite', `insert into search_index (search_index, rank) values ('deletemerge', 50)`),
    // When it is told to join parts, any two of about the same size will do.
    ({ only }) => only('sqlite', `insert into search_index (search_index, rank) values ('usermerge', 2)`),
    ({ only }) =>
      only(
        'postgres',
        `create table search_docs (
        partition_id text collate "C" not null,
        record_id text collate "C" not null,
        tokens tsvector not null,
        primary key (partition_id, record_id)
      )`,
      ),
    // What is added is kept aside until it is this much (in kB): sorting it in is far cheaper in bulk, and every search
    // has to read it.
    ({ only }) =>
      only(
        'postgres',
        `create index search_docs_tokens on search_docs using gin (tokens) with (gin_pending_list_limit = 512)`,
      ),
    // Records that were written since the index last looked at them, and their revision then.
    ({ only }) =>
      only(
        'sqlite',
        `create table search_pending (
        partition_id text not null,
        record_id text not null,
        revision integer not null,
        primary key (partition_id, record_id)
      ) strict, without rowid`,
      ),
    ({ only }) =>
      only(
        'postgres',
        `create table search_pending (
        partition_id text collate "C" not null,
        record_id text collate "C" not null,
        revision bigint not null,
        primary key (partition_id, record_id)
      )`,
      ),
    `create table search_backlog (partition_id text not null primary key, position text not null)`,
    `insert into search_backlog (partition_id, position) select id, '' from partitions`,
  ],
}
