import type { Migration } from '../migration.ts'

/**
 * What groups elsewhere give here: the mappings, which groups a source says a member is in, and what the mappings gave.
 * Of a membership, `by_hand` says whether it was there before. Of a role, `own_role` is what it is without mappings and
 * `left_role` what it was when mappings were last considered: if it is another one now, somebody changed it by hand.
 */
export const migration: Migration = {
  id: '0053-group-mappings',
  statements: [
    `create table group_mappings (
      partition_id text not null,
      "id" text not null,
      "source" text not null,
      "identity_provider_id" text,
      "group" text not null,
      "team_id" text,
      "mode" text not null,
      "role" text,
      "created_at" text,
      "updated_at" text,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, "id")
    )`,
    `create index group_mappings_source on group_mappings (partition_id, "source", "id")`,
    `create index group_mappings_identity_provider_id on group_mappings (partition_id, "identity_provider_id", "id")`,
    `create index group_mappings_team_id on group_mappings (partition_id, "team_id", "id")`,
    `create table known_groups (
      partition_id text not null,
      source text not null,
      user_id text not null,
      group_id text not null,
      group_name text,
      primary key (partition_id, source, user_id, group_id)
    )`,
    `create index known_groups_group_id on known_groups (partition_id, source, group_id, user_id)`,
    `create index known_groups_group_name on known_groups (partition_id, source, group_name, user_id)`,
    `create index known_groups_user_id on known_groups (partition_id, user_id)`,
    `create table given_memberships (
      partition_id text not null,
      mode text not null,
      team_id text not null,
      user_id text not null,
      mapping_ids text not null,
      by_hand integer not null,
      primary key (partition_id, mode, team_id, user_id)
    )`,
    `create index given_memberships_user_id on given_memberships (partition_id, user_id)`,
    `create table given_roles (
      partition_id text not null,
      user_id text not null,
      own_role text not null,
      is_default integer not null,
      mapped_role text,
      left_role text not null,
      mapping_ids text not null,
      held_back text,
      primary key (partition_id, user_id)
    )`,
  ],
}
