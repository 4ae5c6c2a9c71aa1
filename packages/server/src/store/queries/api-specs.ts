import type { KeptSpec, SpecFormat } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import { first, type Row, type Sql, textOrNull } from '../sql.ts'

const facts = 'format, size, digest, updated_at, updated_by'

/** What is known of the specification that is kept for an API, without its text. */
export async function findKeptSpec(
  sql: Sql,
  partitionId: PartitionId,
  apiId: string,
): Promise<KeptSpec | undefined> {
  const text = `select ${facts} from api_specs where partition_id = ? and api_id = ?`
  const row = await first(sql, text, [partitionId, apiId])
  return row && toKept(row)
}

/** The same with its text. */
export async function readKeptSpec(
  sql: Sql,
  partitionId: PartitionId,
  apiId: string,
): Promise<(KeptSpec & { readonly content: string }) | undefined> {
  const text = `select ${facts}, content from api_specs where partition_id = ? and api_id = ?`
  const row = await first(sql, text, [partitionId, apiId])
  return row && { ...toKept(row), content: String(row.content) }
}

/** In place of the one that was kept before. */
export async function putKeptSpec(
  sql: Sql,
  partitionId: PartitionId,
  {
    apiId,
    format,
    size,
    sha256,
    updatedAt,
    updatedBy,
    content,
  }: KeptSpec & { readonly apiId: string; readonly content: string },
): Promise<void> {
  const columns = ['format', 'size', 'digest', 'updated_at', 'updated_by', 'content']
  await sql.run(
    `insert into api_specs (partition_id, api_id, ${columns.join(', ')}) values (?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (partition_id, api_id) do update set ${columns.map((one) => `${one} = excluded.${one}`).join(', ')}`,
    [partitionId, apiId, format, size, sha256, updatedAt, updatedBy, content],
  )
}

export async function removeKeptSpec(sql: Sql, partitionId: PartitionId, apiId: string): Promise<void> {
  await sql.run('delete from api_specs where partition_id = ? and api_id = ?', [partitionId, apiId])
}

const toKept = (row: Row): KeptSpec => ({
  format: row.format as SpecFormat,
  size: Number(row.size),
  sha256: String(row.digest),
  updatedAt: String(row.updated_at),
  updatedBy: textOrNull(row.updated_by),
})
