import type { VaultUse } from '@svc/model'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Row, type Sql } from '../sql.ts'

/** An encrypted value as it is stored, beside its record and never in it. */
export interface SealedValue {
  /** The master key that wraps the data key. */
  readonly keyId: string
  readonly wrappedKey: string
  readonly sealedValue: string
}

/** The item that the value belongs to; it can be decrypted nowhere else. */
export interface ValuePlace {
  readonly partitionId: PartitionId
  readonly secretId: string
}

export interface KeptValue extends ValuePlace, SealedValue {}

export async function putValue(
  sql: Sql,
  { partitionId, secretId }: ValuePlace,
  value: SealedValue,
): Promise<void> {
  await sql.run(
    `insert into secret_values (partition_id, secret_id, key_id, wrapped_key, sealed_value) values (?, ?, ?, ?, ?)
     on conflict (partition_id, secret_id) do update
     set key_id = excluded.key_id, wrapped_key = excluded.wrapped_key, sealed_value = excluded.sealed_value`,
    [partitionId, secretId, value.keyId, value.wrappedKey, value.sealedValue],
  )
}

/** A value and what it may be used for. */
export interface UsableValue extends KeptValue {
  readonly deploymentOnly: boolean
  readonly uses: readonly VaultUse[]
}

/** The value of the item that a keyword names, if there is one. */
export async function findValue(
  sql: Sql,
  partitionId: PartitionId,
  keyword: string,
): Promise<UsableValue | undefined> {
  const row = await first(
    sql,
    `select v.*, s.deployment_only, s.uses from secrets s
     join secret_values v on v.partition_id = s.partition_id and v.secret_id = s.id
     where s.partition_id = ? and s.keyword = ?`,
    [partitionId, keyword],
  )
  return (
    row && {
      ...toValue(row),
      deploymentOnly: Number(row.deployment_only) === 1,
      uses: typeof row.uses === 'string' ? JSON.parse(row.uses) : [],
    }
  )
}

/** The keywords that name an item with a value. */
export async function keywordsWithValue(
  sql: Sql,
  partitionId: PartitionId,
  keywords: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.all(
    `select s.keyword from secrets s
     join secret_values v on v.partition_id = s.partition_id and v.secret_id = s.id
     where s.partition_id = ? and ${sql.dialect.oneOf('s.keyword')}`,
    [partitionId, JSON.stringify(keywords)],
  )
  return new Set(rows.map(({ keyword }) => String(keyword)))
}

/** Values of a partition that are wrapped by another key, in order, after an item. */
export async function valuesUnderOtherKeys(
  sql: Sql,
  { partitionId, secretId }: ValuePlace,
  { keyId, limit }: { readonly keyId: string; readonly limit: number },
): Promise<readonly KeptValue[]> {
  const rows = await sql.all(
    `select * from secret_values where partition_id = ? and secret_id > ? and key_id <> ?
     order by secret_id limit ?`,
    [partitionId, secretId, keyId, limit],
  )
  return rows.map(toValue)
}

/** Only the wrapping changes: the sealed value stays as it is. */
export async function rewrapValue(sql: Sql, { partitionId, secretId, keyId, wrappedKey }: KeptValue) {
  await sql.run(
    'update secret_values set key_id = ?, wrapped_key = ? where partition_id = ? and secret_id = ?',
    [keyId, wrappedKey, partitionId, secretId],
  )
}

/** How many values each master key wraps, over all organisations. */
export async function countByKey(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.all('select key_id, count(*) as count from secret_values group by key_id')
  return new Map(rows.map(({ key_id, count }) => [String(key_id), Number(count)]))
}

const toValue = (row: Row): KeptValue => ({
  partitionId: readPartitionId(row.partition_id),
  secretId: String(row.secret_id),
  keyId: String(row.key_id),
  wrappedKey: String(row.wrapped_key),
  sealedValue: String(row.sealed_value),
})
