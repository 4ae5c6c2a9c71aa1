import { isDeepStrictEqual } from 'node:util'
import { alongIndex } from '../along-index.ts'
import { homeIdIn, type PartitionId, readPartitionId } from '../partition-id.ts'
import { insertInto, integers, removeFrom, type RowStatement, texts } from '../row-statement.ts'
import { first, type Row, type Sql, type Value } from '../sql.ts'
import type { Organisation } from './organisations.ts'
import { partitionsOf } from '../partition-id.ts'
import { conditionSql, type ScimCondition } from './scim-filter.ts'

/** People and groups that a directory manages, and its tokens and last calls. */

export interface ScimTokenFound {
  readonly id: string
  readonly name: string
  readonly lastUsedAt: string | null
  readonly homeId: PartitionId
  readonly organisation: Organisation
}

/** Whose token is this? Runs before the organisation is known. */
export async function scimTokenByDigest(sql: Sql, digest: string): Promise<ScimTokenFound | undefined> {
  const row = await first(
    sql,
    `select t.partition_id, t."id", t."name", t."last_used_at", o.id as organisation_id,
       o.name as organisation_name
     from scim_tokens t join organisations o on t.partition_id = ${homeIdIn('o.id')} where t."digest" = ?`,
    [digest],
  )
  return (
    row && {
      id: String(row.id),
      name: String(row.name),
      lastUsedAt: textOr(row.last_used_at),
      homeId: readPartitionId(row.partition_id),
      organisation: {
        id: String(row.organisation_id),
        name: String(row.organisation_name),
        ...partitionsOf(String(row.organisation_id)),
      },
    }
  )
}

/**
 * Whether the people of the organisation's directory sign in through a provider. Where tokens name several, nobody knows
 * whose people are whose, and one directory must not vouch for those of another.
 */
export async function isDirectoryOf(sql: Sql, homeId: PartitionId, providerId: string): Promise<boolean> {
  const rows = await sql.all(
    `select distinct "identity_provider_id" as id from scim_tokens
     where partition_id = ? and "identity_provider_id" is not null limit 2`,
    [homeId],
  )
  return rows.length === 1 && rows[0]?.id === providerId
}

const textOr = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)

export interface ScimPerson {
  readonly userId: string
  /** What the directory has sent. */
  readonly attributes: Readonly<Record<string, unknown>>
  readonly createdAt: string
  readonly updatedAt: string
  /** When the directory deleted the person, whose member stays. */
  readonly goneAt: string | null
}

/** What people are looked up by; texts in lower case, except the id. */
export interface ScimPersonKeys {
  readonly userName: string
  readonly externalId: string | null
  readonly displayName: string | null
  readonly givenName: string | null
  readonly familyName: string | null
}

export interface ScimEmail {
  readonly address: string | null
  readonly type: string | null
  readonly isPrimary: boolean
}

const personColumns = 'p.user_id, p.attributes, p.created_at, p.updated_at, p.gone_at'

const toPerson = (row: Row): ScimPerson => ({
  userId: String(row.user_id),
  attributes: JSON.parse(String(row.attributes)),
  createdAt: String(row.created_at),
  updatedAt: String(row.updated_at),
  goneAt: textOr(row.gone_at),
})

/** Whether or not the directory has deleted the person. */
export async function findScimPerson(
  sql: Sql,
  homeId: PartitionId,
  userId: string,
): Promise<ScimPerson | undefined> {
  const row = await first(
    sql,
    `select ${personColumns} from scim_people p
     where p.partition_id = ? and ${alongIndex('p.user_id')} order by p.user_id limit 1`,
    [homeId, userId, userId],
  )
  return row && toPerson(row)
}

/** All who have or had a user name; those whom the directory still has first, then the last deleted. */
export async function scimPeopleNamed(
  sql: Sql,
  homeId: PartitionId,
  userNameKey: string,
): Promise<readonly ScimPerson[]> {
  const rows = await sql.all(
    `with named as materialized (
       select * from scim_people where partition_id = ? and ${alongIndex('user_name_key')}
       order by user_name_key
     )
     select ${personColumns} from named p
     order by case when p.gone_at is null then 0 else 1 end, p.gone_at desc, p.user_id limit 10`,
    [homeId, userNameKey, userNameKey],
  )
  return rows.map(toPerson)
}

export interface ScimPersonRow {
  readonly person: ScimPerson
  readonly keys: ScimPersonKeys
  readonly emails: readonly ScimEmail[]
  /** What is stored now. */
  readonly emailsBefore: readonly ScimEmail[]
}

const personKey = texts('partition_id', 'user_id')
const personUpsert = insertInto(
  'scim_people',
  [
    ...personKey,
    ...texts('user_name_key', 'external_id', 'display_key', 'given_key', 'family_key', 'attributes'),
    ...texts('created_at', 'updated_at', 'gone_at'),
  ],
  `on conflict (partition_id, user_id) do update set user_name_key = excluded.user_name_key,
     external_id = excluded.external_id, display_key = excluded.display_key, given_key = excluded.given_key,
     family_key = excluded.family_key, attributes = excluded.attributes, created_at = excluded.created_at,
     updated_at = excluded.updated_at, gone_at = excluded.gone_at`,
)
const emailUpsert = insertInto(
  'scim_emails',
  [...personKey, ...integers('position'), ...texts('value_key', 'type_key'), ...integers('is_primary')],
  `on conflict (partition_id, user_id, position) do update set value_key = excluded.value_key,
     type_key = excluded.type_key, is_primary = excluded.is_primary`,
)
/** Those from a position on, so that it does not matter which of the two statements runs first. */
const emailRemoval: RowStatement = {
  table: 'scim_emails',
  columns: [...personKey, ...integers('position')],
  one: 'delete from scim_emails where partition_id = ? and user_id = ? and position >= ?',
  many: (rows) =>
    `delete from scim_emails as there using ${rows} as given (partition_id, user_id, position)
     where there.partition_id = given.partition_id and there.user_id = given.user_id
       and there.position >= given.position`,
}

export async function putScimPerson(
  sql: Sql,
  homeId: PartitionId,
  { person, keys, emails, emailsBefore }: ScimPersonRow,
): Promise<void> {
  const { userId, attributes, createdAt, updatedAt, goneAt } = person
  const key = [homeId, userId]
  const row = [
    ...[...key, keys.userName, keys.externalId, keys.displayName, keys.givenName, keys.familyName],
    ...[JSON.stringify(attributes), createdAt, updatedAt, goneAt],
  ]
  const addresses = emails.map(({ address, type, isPrimary }, position) => [
    ...[...key, position, address, type, isPrimary ? 1 : 0],
  ])
  const areSame = isDeepStrictEqual(emails, emailsBefore)
  await sql.write([
    { statement: personUpsert, rows: [row] },
    { statement: emailUpsert, rows: areSame ? [] : addresses },
    { statement: emailRemoval, rows: emails.length < emailsBefore.length ? [[...key, emails.length]] : [] },
  ])
}

/** The directory has deleted a person: they are in no group any more, and the row says what they were called. */
export async function retireScimPerson(
  sql: Sql,
  homeId: PartitionId,
  { userId, at }: { readonly userId: string; readonly at: string },
): Promise<void> {
  await sql.run('update scim_people set gone_at = ?, updated_at = ? where partition_id = ? and user_id = ?', [
    ...[at, at, homeId, userId],
  ])
  await sql.run('delete from scim_members where partition_id = ? and user_id = ?', [homeId, userId])
}

/** A person with what their member says. */
export interface ListedPerson {
  readonly person: ScimPerson
  readonly isActive: boolean
  readonly memberUpdatedAt: string | null
}

export interface ScimPage {
  readonly where: ScimCondition | undefined
  readonly offset: number
  readonly limit: number
}

interface Found<T> {
  readonly total: number
  readonly found: readonly T[]
}

async function pageOf<T>(
  sql: Sql,
  homeId: PartitionId,
  { where, offset, limit }: ScimPage,
  { from, columns, order, read }: { from: string; columns: string; order: string; read: (row: Row) => T },
): Promise<Found<T>> {
  const params: Value[] = [homeId]
  const rest = where ? `${from} and ${conditionSql(where, params, sql.dialect)}` : from
  const counted = await first(sql, `select count(*) as n from ${rest}`, params)
  const total = Number(counted?.n)
  if (limit === 0 || offset >= total) return { total, found: [] }
  const rows = await sql.all(`select ${columns} from ${rest} order by ${order} limit ? offset ?`, [
    ...params,
    limit,
    offset,
  ])
  return { total, found: rows.map(read) }
}

export const listScimPeople = (sql: Sql, homeId: PartitionId, page: ScimPage): Promise<Found<ListedPerson>> =>
  pageOf(sql, homeId, page, {
    from: `scim_people p join users u on u.partition_id = p.partition_id and u."id" = p.user_id
      where p.partition_id = ? and p.gone_at is null`,
    columns: `${personColumns}, u."is_active", u."updated_at" as member_updated_at`,
    order: 'p.user_id',
    read: (row) => ({
      person: toPerson(row),
      isActive: Number(row.is_active) === 1,
      memberUpdatedAt: textOr(row.member_updated_at),
    }),
  })

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
  externalId: textOr(row.external_id),
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

/** Those of these people whom the directory has. */
export async function existingScimPeople(
  sql: Sql,
  homeId: PartitionId,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.all(
    `select given.value from ${sql.dialect.eachText} as given where
       (select gone_at is null from scim_people
        where partition_id = ? and user_id between given.value and given.value order by user_id limit 1)`,
    [JSON.stringify(userIds), homeId],
  )
  return new Set(rows.map(({ value }) => String(value)))
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

/** A call of a directory, as admins see it. */
export interface ScimCall {
  readonly id: string
  readonly tokenId: string
  readonly tokenName: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly detail: string | null
  readonly agent: string | null
}

const callColumns = 'id, token_id, token_name, at, method, path, status, detail, agent'

export async function lastScimCalls(
  sql: Sql,
  homeId: PartitionId,
  limit: number,
): Promise<readonly ScimCall[]> {
  const rows = await sql.all(
    `select ${callColumns} from scim_calls where partition_id = ? order by id desc limit ?`,
    [homeId, limit],
  )
  return rows.map((row) => ({
    id: String(row.id),
    tokenId: String(row.token_id),
    tokenName: String(row.token_name),
    at: String(row.at),
    method: String(row.method),
    path: String(row.path),
    status: Number(row.status),
    detail: textOr(row.detail),
    agent: textOr(row.agent),
  }))
}

const callInsert = insertInto('scim_calls', [
  ...texts('partition_id', 'id', 'token_id', 'token_name', 'at', 'method', 'path'),
  ...integers('status'),
  ...texts('detail', 'agent'),
])

/** Adds calls, and forgets all but the last so many. */
export async function keepScimCalls(
  sql: Sql,
  homeId: PartitionId,
  { calls, kept }: { readonly calls: readonly ScimCall[]; readonly kept: number },
): Promise<void> {
  const rows = calls.map(({ id, tokenId, tokenName, at, method, path, status, detail, agent }) => [
    ...[homeId, id, tokenId, tokenName, at, method, path, status, detail, agent],
  ])
  await sql.write([{ statement: callInsert, rows }])
  await sql.run(
    `delete from scim_calls where partition_id = ? and id <
       (select min(id) from (select id from scim_calls where partition_id = ? order by id desc limit ?) last)`,
    [homeId, homeId, kept],
  )
}
