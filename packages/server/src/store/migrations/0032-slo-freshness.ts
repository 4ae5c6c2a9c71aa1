import type { Migration } from '../migration.ts'

/** When a measurement was made, how long it counts, which side of the target is good, and why there is no status. */
export const migration: Migration = {
  id: '0032-slo-freshness',
  statements: [
    `alter table slos add column "objective" text`,
    `alter table slos add column "status_reason" text`,
    `alter table slos add column "freshness_minutes" integer`,
    `alter table slos add column "changes_at" text`,
    `alter table slos add column "verdict" text`,
    `create index slos_changes_at on slos ("changes_at")`,
    `update slos set "objective" = case when type = 'errorRate' then 'atMost' else 'atLeast' end`,
    `update slos set "measured_at" = coalesce(last_updated_at, updated_at)
      where current_value is not null and measured_at is null`,
    `update slos set "status_reason" = 'no measurement yet' where current_value is null`,
    `alter table slo_snapshots add column "status_reason" text`,
  ],
}
