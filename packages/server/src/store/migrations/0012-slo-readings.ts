import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0012-slo-readings',
  statements: [`alter table slos add column "data_source_read_at" text`],
}
