import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0010-imported',
  statements: [
    `create table imported (
      partition_id text not null,
      ref text not null,
      source text not null,
      kind text not null,
      record_id text not null,
      owned text not null,
      gone_since text,
      primary key (partition_id, ref)
    )`,
  ],
}
