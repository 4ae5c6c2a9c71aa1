import { alongIndex } from '../along-index.ts'
import type { PartitionId } from '../partition-id.ts'
import { insertInto, removeFrom, texts } from '../row-statement.ts'
import { first, type Row, type Sql, textOrNull } from '../sql.ts'
import { type Found, pageOf, type ScimPage } from './scim-page.ts'

export interface ScimGroup {
  readonly id: string
  readonly displayName: string
  readonly externalId: string | null
  /** Another with each change, and never one that was there before. */
  readonly version: string
  readonly createdAt: string
  readonly updatedAt: string
}

const groupColumns = 'g.id, g.display_name, g.external_id, g.version, g.created_at, g.updated_at'

const toGroup = (row: Row): ScimGroup => ({
  id: String(row.id),
  displayName: String(row.display_name),
  externalId: textOrNull(row.external_id),
  version: String(row.version),
  createdAt: String(row.created_at),
  updatedAt: String(row.updated_at),
})

export async function findScimGroup(
  sql: Sql,
  homeId: PartitionId,
  id: string,
): Promise<ScimGroup | undefined> {
  const row = await first(
    sql,
    `select ${groupColumns} from scim_groups g
     where g.partition_id = ? and ${alongIndex('g.id')} order by g.id limit 1`,
    [homeId, id, id],
  )
  return row && toGroup(row)
}

export async function scimGroupNamed(
  sql: Sql,
  homeId: PartitionId,
  displayKey: string,
): Promise<ScimGroup | undefined> {
  const row = await first(
    sql,
    `select ${groupColumns} from scim_groups g
     where g.partition_id = ? and ${alongIndex('g.display_key')} order by g.display_key limit 1`,
    [homeId, displayKey, displayKey],
  )
  return row && toGroup(row)
}

const groupUpsert = insertInto(
  'scim_groups',
  texts(
    ...['partition_id', 'id', 'display_name', 'display_key', 'external_id'],
    ...['version', 'created_at', 'updated_at'],
  ),
  `on conflict (partition_id, id) do update set display_name = excluded.display_name,
     display_key = excluded.display_key, external_id = excluded.external_id, version = excluded.version,
     updated_at = excluded.updated_at`,
)

export async function putScimGroup(
  sql: Sql,
  homeId: PartitionId,
  {
    id,
    displayName,
    externalId,
    version,
    createdAt,
    updatedAt,
    displayKey,
  }: ScimGroup & { displayKey: string },
): Promise<void> {
  const row = [homeId, id, displayName, displayKey, externalId, version, createdAt, updatedAt]
  await sql.write([{ statement: groupUpsert, rows: [row] }])
}

export async function removeScimGroup(sql: Sql, homeId: PartitionId, id: string): Promise<void> {
  await sql.run('delete from scim_members where partition_id = ? and group_id = ?', [homeId, id])
  await sql.run('delete from scim_groups where partition_id = ? and id = ?', [homeId, id])
}

export const listScimGroups = (sql: Sql, homeId: PartitionId, page: ScimPage): Promise<Found<ScimGroup>> =>
  pageOf(sql, homeId, page, {
    from: 'scim_groups g where g.partition_id = ?',
    columns: groupColumns,
    order: 'g.id',
    read: toGroup,
  })

export async function scimMembersOfOne(
  sql: Sql,
  homeId: PartitionId,
  groupId: string,
): Promise<readonly string[]> {
  const rows = await sql.all(
    `select user_id from scim_members where partition_id = ? and ${alongIndex('group_id')}
     order by group_id, user_id`,
    [homeId, groupId, groupId],
  )
  return rows.map(({ user_id }) => String(user_id))
}

/** The members of groups, by group. */
export async function scimMembersOf(
  sql: Sql,
  homeId: PartitionId,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql.all(
    `select group_id, user_id from scim_members where partition_id = ? and ${sql.dialect.oneOf('group_id')}
     order by group_id, user_id`,
    [homeId, JSON.stringify(groupIds)],
  )
  const byGroup = Map.groupBy(rows, ({ group_id }) => String(group_id))
  return new Map(Array.from(byGroup, ([id, own]) => [id, own.map(({ user_id }) => String(user_id))]))
}

/** How many members groups have, by group. */
export async function countScimMembers(
  sql: Sql,
  homeId: PartitionId,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.all(
    `select group_id, count(*) as n from scim_members where partition_id = ?
       and ${sql.dialect.oneOf('group_id')} group by group_id`,
    [homeId, JSON.stringify(groupIds)],
  )
  return new Map(rows.map(({ group_id, n }) => [String(group_id), Number(n)]))
}

/** The groups that a person is in. */
export async function scimGroupsOf(
  sql: Sql,
  homeId: PartitionId,
  userId: string,
): Promise<readonly string[]> {
  const rows = await sql.all(
    'select group_id from scim_members where partition_id = ? and user_id = ? order by group_id',
    [homeId, userId],
  )
  return rows.map(({ group_id }) => String(group_id))
}

interface MemberChange {
  readonly groupId: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

const memberColumns = texts('partition_id', 'group_id', 'user_id')
const memberInsert = insertInto('scim_members', memberColumns)
const memberRemoval = removeFrom('scim_members', memberColumns)

export async function changeScimMembers(
  sql: Sql,
  homeId: PartitionId,
  { groupId, added, removed }: MemberChange,
): Promise<void> {
  const row = (userId: string) => [homeId, groupId, userId]
  await sql.write([
    { statement: memberRemoval, rows: removed.map(row) },
    { statement: memberInsert, rows: added.map(row) },
  ])
}
