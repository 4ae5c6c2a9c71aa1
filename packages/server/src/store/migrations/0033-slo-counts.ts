import type { Migration } from '../migration.ts'

/** Good and all events that were counted for SLOs, as they were reported and by stretches of time. */
export const migration: Migration = {
  id: '0033-slo-counts',
  statements: [
    `create table slo_reports (
      partition_id text not null,
      "id" text not null,
      "slo_id" text not null,
      "reference" text not null,
      "starts_at" text not null,
      "ends_at" text not null,
      "good" real not null,
      "total" real not null,
      "received_at" text not null,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, id)
    )`,
    `create unique index slo_reports_identity on slo_reports (partition_id, "slo_id", "reference")`,
    `create index slo_reports_slo_id on slo_reports (partition_id, "slo_id", id)`,
    `create table slo_counts (
      partition_id text not null,
      "id" text not null,
      "slo_id" text not null,
      "minutes" integer not null,
      "starts_at" text not null,
      "good" real not null,
      "total" real not null,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, id)
    )`,
    `create unique index slo_counts_identity on slo_counts (partition_id, "slo_id", "minutes", "starts_at")`,
    `create index slo_counts_slo_id on slo_counts (partition_id, "slo_id", id)`,
    `alter table slos add column "counted_to" text`,
    `alter table slos add column "burn_alerts" text`,
    `alter table slo_snapshots add column "burn_rate_3d" real`,
  ],
}
