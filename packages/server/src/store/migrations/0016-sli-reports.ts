import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0016-sli-reports',
  statements: [`alter table slos add column "taken_reports" text`],
}
