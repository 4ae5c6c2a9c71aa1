import type { Migration } from '../migration.ts'

/** One for each API. The content comes last: whoever reads the rest of a row does not pass it. */
export const migration: Migration = {
  id: '0075-api-specs',
  statements: [
    `create table api_specs (
      partition_id text not null,
      api_id text not null,
      format text not null,
      size integer not null,
      digest text not null,
      updated_at text not null,
      updated_by text,
      content text not null,
      primary key (partition_id, api_id)
    )`,
  ],
}
