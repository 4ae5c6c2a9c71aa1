import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0008-webhooks',
  statements: [
    `create index events_kind_seq on events (partition_id, subject_kind, seq)`,
    `create index events_type_seq on events (partition_id, type, seq)`,
    `create table webhooks (
      partition_id text not null,
      "id" text not null,
      "url" text not null,
      "description" text,
      "event_types" text not null,
      "status" text not null,
      "disabled_reason" text,
      "position" integer not null,
      "secret" text not null,
      "old_secret" text,
      "old_secret_until" text,
      "created_at" text,
      "updated_at" text,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, id)
    )`,
    `create table webhook_deliveries (
      partition_id text not null,
      "id" text not null,
      "webhook_id" text not null,
      "message_id" text not null,
      "event_type" text not null,
      "event_seq" integer,
      "status" text not null,
      "attempts" integer not null,
      "response_status" integer,
      "error" text,
      "duration_ms" integer,
      "last_attempt_at" text,
      "next_attempt_at" text,
      "created_at" text,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, id)
    )`,
    `create index webhook_deliveries_webhook_id on webhook_deliveries (partition_id, "webhook_id", id)`,
    `create index webhook_deliveries_status on webhook_deliveries (partition_id, "status", id)`,
    `create index webhook_deliveries_event on webhook_deliveries (partition_id, "webhook_id", "event_seq")`,
  ],
}
