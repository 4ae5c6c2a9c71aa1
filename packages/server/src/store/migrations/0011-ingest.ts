import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0011-ingest',
  statements: [
    `alter table deployments add column "external_id" text`,
    `create unique index deployments_external_id on deployments (partition_id, "external_id")`,
    `alter table drift_snapshots add column "external_id" text`,
    `create unique index drift_snapshots_external_id on drift_snapshots (partition_id, "external_id")`,
    `alter table cost_entries add column "external_id" text`,
    `alter table cost_entries add column "import_id" text`,
    `create unique index cost_entries_external_id on cost_entries (partition_id, "external_id")`,
    `create index cost_entries_import_id on cost_entries (partition_id, "import_id", "external_id")`,
    // With all that a rollup adds up, so that it reads the index alone.
    `create index cost_entries_start on cost_entries (partition_id, "app_id", "period_start", "period_end", "currency",
      "category", "service", "amount_cents")`,
    `create index cost_entries_end on cost_entries (partition_id, "app_id", "period_end", "period_start")`,
    `alter table slos add column "measured_at" text`,
  ],
}
