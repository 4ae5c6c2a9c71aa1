import type { Migration } from '../migration.ts'

/** Which records the latest commits touched, so that other processes need not forget all others. */
export const migration: Migration = {
  id: '0043-latest-changes',
  statements: [`alter table revisions add column changes text not null default ''`],
}
