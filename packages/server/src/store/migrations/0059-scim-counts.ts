import type { Migration } from '../migration.ts'

/** How many people and groups each directory manages, which is kept from here on. */
export const migration: Migration = {
  id: '0059-scim-counts',
  statements: [
    `insert into counters (partition_id, name, value)
     select partition_id, 'scim_people', count(*) from scim_people where gone_at is null group by partition_id`,
    `insert into counters (partition_id, name, value)
     select p.partition_id, 'scim_active_people', count(*) from scim_people p
     join users u on u.partition_id = p.partition_id and u."id" = p.user_id
     where p.gone_at is null and u."is_active" = 1 group by p.partition_id`,
    `insert into counters (partition_id, name, value)
     select partition_id, 'scim_groups', count(*) from scim_groups group by partition_id`,
  ],
}
