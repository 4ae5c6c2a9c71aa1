import type { Migration } from '../migration.ts'

/** One row; the first process that opens the store fills it in, because only it can say where the database is. */
export const migration: Migration = {
  id: '0017-epoch',
  statements: [
    `create table epoch (
      id integer not null primary key,
      epoch text not null,
      first_epoch text not null,
      cursor_key text not null,
      place text not null
    )`,
  ],
}
