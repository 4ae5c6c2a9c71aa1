import type { ImageType } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import { first, type Row, type Sql, textOrNull } from '../sql.ts'

/** An image without its bytes. */
export interface StoredImage {
  readonly id: string
  readonly runbookId: string
  readonly name: string
  readonly type: ImageType
  readonly size: number
  readonly createdAt: string
  readonly createdBy: string | null
}

const facts = 'id, runbook_id, name, type, size, created_at, created_by'

export async function imagesOf(
  sql: Sql,
  partitionId: PartitionId,
  runbookId: string,
): Promise<readonly StoredImage[]> {
  const rows = await sql.all(
    `select ${facts} from runbook_images where partition_id = ? and runbook_id = ? order by id`,
    [partitionId, runbookId],
  )
  return rows.map(toImage)
}

/** An image with its bytes in Base64. */
export async function findImage(
  sql: Sql,
  partitionId: PartitionId,
  { runbookId, id }: Pick<StoredImage, 'runbookId' | 'id'>,
): Promise<(StoredImage & { readonly content: string }) | undefined> {
  // PostgreSQL rejects even a query for it.
  if (id.includes('\0')) return undefined
  const row = await first(
    sql,
    `select ${facts}, content from runbook_images where partition_id = ? and id = ? and runbook_id = ?`,
    [partitionId, id, runbookId],
  )
  return row && { ...toImage(row), content: String(row.content) }
}

export async function insertImage(
  sql: Sql,
  partitionId: PartitionId,
  { id, runbookId, name, type, size, createdAt, createdBy }: StoredImage,
  content: string,
): Promise<void> {
  await sql.run(
    `insert into runbook_images (partition_id, ${facts}, content) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [partitionId, id, runbookId, name, type, size, createdAt, createdBy, content],
  )
}

export async function removeImage(sql: Sql, partitionId: PartitionId, id: string): Promise<void> {
  await sql.run('delete from runbook_images where partition_id = ? and id = ?', [partitionId, id])
}

const toImage = (row: Row): StoredImage => ({
  id: String(row.id),
  runbookId: String(row.runbook_id),
  name: String(row.name),
  type: row.type as ImageType,
  size: Number(row.size),
  createdAt: String(row.created_at),
  createdBy: textOrNull(row.created_by),
})
