import { isDeepStrictEqual } from 'node:util'
import { alongIndex } from '../along-index.ts'
import type { PartitionId } from '../partition-id.ts'
import { insertInto, integers, type RowStatement, texts } from '../row-statement.ts'
import { first, type Row, type Sql, textOrNull } from '../sql.ts'
import { type Found, pageOf, type ScimPage } from './scim-page.ts'

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
  goneAt: textOrNull(row.gone_at),
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

export const listScimPeople = (sql: Sql, homeId: PartitionId, page: ScimPage): Promise<Found<ListedPerson>> =>
  pageOf(sql, homeId, page, {
    from: `scim_people p join users u on u.partition_id = p.partition_id and u."id" = p.user_id
      where p.partition_id = ? and p.gone_at is null`,
    columns: `${personColumns}, u."is_active", u."updated_at" as member_updated_at`,
    order: 'p.user_id',
    read: (row) => ({
      person: toPerson(row),
      isActive: Number(row.is_active) === 1,
      memberUpdatedAt: textOrNull(row.member_updated_at),
    }),
  })

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
