import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0020-provisional-tokens',
  statements: [`alter table tokens add column "ends_with_setup" integer not null default 0`],
}
