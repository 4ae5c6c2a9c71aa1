import { type Mode, modes, type Role, roles } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import { insertInto, integers, removeFrom, texts } from '../row-statement.ts'
import type { Sql } from '../sql.ts'

/** Which groups a source says a member is in, and what the mappings of groups gave them. */

/** A group as its source calls it. */
export interface KnownGroup {
  readonly id: string
  readonly name: string | null
}

export interface GroupMember extends KnownGroup {
  readonly userId: string
  /** `scim`, or the id of an identity provider. */
  readonly source: string
}

const groupColumns = texts('partition_id', 'source', 'user_id', 'group_id', 'group_name')
const groupKey = texts('partition_id', 'source', 'user_id', 'group_id')
const groupUpsert = insertInto(
  'known_groups',
  groupColumns,
  'on conflict (partition_id, source, user_id, group_id) do update set group_name = excluded.group_name',
)
const groupRemoval = removeFrom('known_groups', groupKey)

const toGroupMember = (row: Readonly<Record<string, unknown>>): GroupMember => ({
  source: String(row.source),
  userId: String(row.user_id),
  id: String(row.group_id),
  name: row.group_name === null ? null : String(row.group_name),
})

/** The groups that a source says these members are in. */
export async function groupsAccordingTo(
  sql: Sql,
  homeId: PartitionId,
  { source, userIds }: { readonly source: string; readonly userIds: readonly string[] },
): Promise<readonly GroupMember[]> {
  const rows = await sql.all(
    `select source, user_id, group_id, group_name from known_groups
     where partition_id = ? and source = ? and ${sql.dialect.oneOf('user_id')}`,
    [homeId, source, JSON.stringify(userIds)],
  )
  return rows.map(toGroupMember)
}

/** The same of every source, but only groups that are called one of these names. */
export async function groupsCalled(
  sql: Sql,
  homeId: PartitionId,
  { userIds, names }: { readonly userIds: readonly string[]; readonly names: readonly string[] },
): Promise<readonly GroupMember[]> {
  const list = JSON.stringify(names)
  const rows = await sql.all(
    `select source, user_id, group_id, group_name from known_groups
     where ${sql.dialect.oneOfPartition('user_id')}
       and (group_id in (${sql.dialect.eachText}) or group_name in (${sql.dialect.eachText}))`,
    [homeId, JSON.stringify(userIds), list, list],
  )
  return rows.map(toGroupMember)
}

/** Who is in a group that is called this, by its id or its name. */
export async function membersOfGroup(
  sql: Sql,
  homeId: PartitionId,
  { source, group }: { readonly source: string; readonly group: string },
): Promise<readonly string[]> {
  const rows = await sql.all(
    `select user_id from known_groups where partition_id = ? and source = ? and group_id = ?
     union select user_id from known_groups where partition_id = ? and source = ? and group_name = ?`,
    [homeId, source, group, homeId, source, group],
  )
  return rows.map(({ user_id }) => String(user_id))
}

export async function writeGroups(
  sql: Sql,
  homeId: PartitionId,
  { gone, come }: { readonly gone: readonly GroupMember[]; readonly come: readonly GroupMember[] },
): Promise<void> {
  const key = ({ source, userId, id }: GroupMember) => [homeId, source, userId, id]
  await sql.write([
    { statement: groupRemoval, rows: gone.map(key) },
    { statement: groupUpsert, rows: come.map((one) => [...key(one), one.name]) },
  ])
}

/** Gives a group the name that it has now; whose membership this concerns. */
export async function renameGroup(
  sql: Sql,
  homeId: PartitionId,
  source: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<readonly string[]> {
  const rows = await sql.all(
    `update known_groups set group_name = ?
     where partition_id = ? and source = ? and group_id = ? and (group_name is null or group_name <> ?)
     returning user_id`,
    [name, homeId, source, id, name],
  )
  return rows.map(({ user_id }) => String(user_id))
}

/** Forgets what a source said; about whom. */
export async function forgetSource(
  sql: Sql,
  homeId: PartitionId,
  source: string,
): Promise<readonly string[]> {
  const rows = await sql.all(
    'delete from known_groups where partition_id = ? and source = ? returning user_id',
    [homeId, source],
  )
  return [...new Set(rows.map(({ user_id }) => String(user_id)))]
}

/** A membership of a team that mappings give. */
export interface GivenMembership {
  readonly mode: Mode
  readonly teamId: string
  readonly userId: string
  readonly mappingIds: readonly string[]
  /** Whether it was there before: then it stays when the mappings no longer give it. */
  readonly isByHand: boolean
}

const membershipKey = texts('partition_id', 'mode', 'team_id', 'user_id')
const membershipUpsert = insertInto(
  'given_memberships',
  [...membershipKey, ...texts('mapping_ids'), ...integers('by_hand')],
  `on conflict (partition_id, mode, team_id, user_id)
   do update set mapping_ids = excluded.mapping_ids, by_hand = excluded.by_hand`,
)
const membershipRemoval = removeFrom('given_memberships', membershipKey)

export async function givenMembershipsOf(
  sql: Sql,
  homeId: PartitionId,
  userIds: readonly string[],
): Promise<readonly GivenMembership[]> {
  const rows = await sql.all(
    `select "mode", team_id, user_id, mapping_ids, by_hand from given_memberships
     where ${sql.dialect.oneOfPartition('user_id')} order by "mode", team_id`,
    [homeId, JSON.stringify(userIds)],
  )
  return rows.map((row) => ({
    mode: modes.find((mode) => mode === row.mode) ?? 'live',
    teamId: String(row.team_id),
    userId: String(row.user_id),
    mappingIds: JSON.parse(String(row.mapping_ids)) as readonly string[],
    isByHand: Number(row.by_hand) === 1,
  }))
}

export async function writeMemberships(
  sql: Sql,
  homeId: PartitionId,
  { gone, come }: { readonly gone: readonly GivenMembership[]; readonly come: readonly GivenMembership[] },
): Promise<void> {
  const key = ({ mode, teamId, userId }: GivenMembership) => [homeId, mode, teamId, userId]
  await sql.write([
    { statement: membershipRemoval, rows: gone.map(key) },
    {
      statement: membershipUpsert,
      rows: come.map((one) => [...key(one), JSON.stringify(one.mappingIds), Number(one.isByHand)]),
    },
  ])
}

export const forgetTeam = (
  sql: Sql,
  homeId: PartitionId,
  { mode, teamId }: { readonly mode: Mode; readonly teamId: string },
): Promise<number> =>
  sql.run('delete from given_memberships where partition_id = ? and "mode" = ? and team_id = ?', [
    homeId,
    mode,
    teamId,
  ])

/** Why a role is not what the mappings say. */
export const heldBackCodes = [
  'owner',
  'given_by_hand',
  'changed_by_hand',
  'break_glass',
  'last_admin',
] as const
export type HeldBack = (typeof heldBackCodes)[number]

/** Where the role of a member comes from, if anything but people decides about it. */
export interface GivenRole {
  readonly userId: string
  /** What it is without mappings. */
  readonly ownRole: Role
  /** Whether nobody has chosen that: it is what people get when they first come in. */
  readonly isDefault: boolean
  /** The highest role that the mappings give. */
  readonly mappedRole: Role | null
  /** What it was when this was last considered: if it is another one now, somebody changed it by hand. */
  readonly leftRole: Role
  readonly mappingIds: readonly string[]
  /** Why it is not what the mappings say. */
  readonly heldBack: HeldBack | null
}

const roleKey = texts('partition_id', 'user_id')
const roleUpsert = insertInto(
  'given_roles',
  [
    ...roleKey,
    ...texts('own_role'),
    ...integers('is_default'),
    ...texts('mapped_role', 'left_role', 'mapping_ids', 'held_back'),
  ],
  `on conflict (partition_id, user_id) do update set own_role = excluded.own_role,
   is_default = excluded.is_default, mapped_role = excluded.mapped_role, left_role = excluded.left_role,
   mapping_ids = excluded.mapping_ids, held_back = excluded.held_back`,
)
const roleRemoval = removeFrom('given_roles', roleKey)

const readRole = (value: unknown): Role => roles.find((role) => role === value) ?? 'viewer'

export async function givenRolesOf(
  sql: Sql,
  homeId: PartitionId,
  userIds: readonly string[],
): Promise<readonly GivenRole[]> {
  const rows = await sql.all(
    `select user_id, own_role, is_default, mapped_role, left_role, mapping_ids, held_back from given_roles
     where ${sql.dialect.oneOfPartition('user_id')}`,
    [homeId, JSON.stringify(userIds)],
  )
  return rows.map((row) => ({
    userId: String(row.user_id),
    ownRole: readRole(row.own_role),
    isDefault: Number(row.is_default) === 1,
    mappedRole: row.mapped_role === null ? null : readRole(row.mapped_role),
    leftRole: readRole(row.left_role),
    mappingIds: JSON.parse(String(row.mapping_ids)) as readonly string[],
    heldBack: heldBackCodes.find((code) => code === row.held_back) ?? null,
  }))
}

export async function writeGivenRoles(
  sql: Sql,
  homeId: PartitionId,
  { gone, come }: { readonly gone: readonly string[]; readonly come: readonly GivenRole[] },
): Promise<void> {
  await sql.write([
    { statement: roleRemoval, rows: gone.map((userId) => [homeId, userId]) },
    {
      statement: roleUpsert,
      rows: come.map(({ userId, ownRole, isDefault, mappedRole, leftRole, mappingIds, heldBack }) => [
        ...[homeId, userId, ownRole, Number(isDefault), mappedRole, leftRole],
        ...[JSON.stringify(mappingIds), heldBack],
      ]),
    },
  ])
}
