import type { Migration } from '../migration.ts'

/** Since when svc signs with a key pair, so that a new one can be made known before it is used. */
export const migration: Migration = {
  id: '0060-saml-key-use',
  statements: [
    'alter table saml_keys add column signs_since text',
    'update saml_keys set signs_since = created_at',
  ],
}
