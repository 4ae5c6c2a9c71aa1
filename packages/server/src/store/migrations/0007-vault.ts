import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0007-vault',
  statements: [
    `create unique index secrets_identity on secrets (partition_id, "keyword")`,
    // A value goes with its record, whatever removes that.
    `create table secret_values (
      partition_id text not null,
      secret_id text not null,
      key_id text not null,
      wrapped_key text not null,
      sealed_value text not null,
      primary key (partition_id, secret_id),
      foreign key (partition_id, secret_id) references secrets (partition_id, id) on delete cascade
    )`,
    `create index secret_values_key_id on secret_values (partition_id, key_id, secret_id)`,
    `alter table integrations add column "config" text`,
  ],
}
