import type { Migration } from '../migration.ts'

/** The link that proves an SSO domain by mail. */
export const migration: Migration = {
  id: '0062-domain-links',
  statements: [
    'alter table sso_domains add column "link_digest" text',
    'alter table sso_domains add column "link_ends_at" text',
  ],
}
