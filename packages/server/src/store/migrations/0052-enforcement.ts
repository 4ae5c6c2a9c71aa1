import type { Migration } from '../migration.ts'

/** Since when sign-in through a provider is required as it is now: the grace period of sessions counts from then. */
export const migration: Migration = {
  id: '0052-enforcement',
  statements: [
    `alter table sso_settings add column "enforced_since" text`,
    `update sso_settings set "enforced_since" = "updated_at" where "enforcement_mode" like 'required%'`,
  ],
}
