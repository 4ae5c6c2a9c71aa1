import type { Migration } from '../migration.ts'

/** How much of each window's budget the processes have taken; see store/scratch-tables.ts for SQLite. */
export const migration: Migration = {
  id: '0022-allowances',
  statements: [
    ({ unlogged }) =>
      unlogged(`create table allowances (
        subject text not null primary key,
        ends_at integer not null,
        taken integer not null
      )`),
  ],
}
