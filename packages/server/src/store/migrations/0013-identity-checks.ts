import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0013-identity-checks',
  statements: [
    `alter table sso_domains add column "verification_location" text`,
    `alter table sso_domains add column "verification_value" text`,
    `alter table sso_domains add column "verification_message" text`,
    `alter table sso_domains add column "last_checked_at" text`,
    `alter table sso_domains add column "challenged_at" text`,
    `alter table sso_domains add column "proven_at" text`,
    `alter table sso_domains add column "missed_checks" integer not null default 0`,
    `alter table sso_domains add column "next_check_at" text`,
    // Domains of before have no challenge yet: the first check gives them one.
    `update sso_domains set "next_check_at" = coalesce("added_at", "created_at", '1970-01-01T00:00:00.000Z')`,
    `create index sso_domains_next_check_at on sso_domains ("next_check_at")`,
    // Over all organisations: whoever has verified a domain first keeps it.
    `create unique index sso_domains_owner on sso_domains ("normalized_domain") where "verification_status" = 'verified'`,
    `alter table sso_settings add column "break_glass_uids" text not null default '[]'`,
  ],
}
