import type { Migration } from '../migration.ts'

/** The keys with which organisations sign what they send to SAML providers, and decrypt what those encrypt for them. */
export const migration: Migration = {
  id: '0055-saml',
  statements: [
    `create table saml_keys (
      partition_id text not null,
      id text not null,
      certificate text not null,
      private_key text not null,
      created_at text not null,
      primary key (partition_id, id)
    )`,
  ],
}
