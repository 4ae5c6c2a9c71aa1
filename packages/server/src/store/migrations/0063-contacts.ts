import type { Migration } from '../migration.ts'

/** How people and teams are reached. */
export const migration: Migration = {
  id: '0063-contacts',
  statements: [
    `alter table users add column "contacts" text not null default '[]'`,
    'alter table teams add column "channel_url" text',
  ],
}
