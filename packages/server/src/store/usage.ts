import { allKinds, CatalogError, type Kind } from '@svc/model'
import { eventSize } from './append-events.ts'
import { type PartitionId, readPartitionId } from './partition-id.ts'
import { first, type Engine, type Sql } from './sql.ts'
import { tableOf } from './table.ts'

/** What a partition holds: the records that callers have made, and the bytes of those and of the log. */
export interface Usage {
  records: number
  bytes: number
}

export type Quota = Readonly<Usage>

export const unlimited: Quota = { records: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }

/** What svc records and deletes on its own has no endpoints and is not counted: callers did not create it. */
export const isCounted = ({ unlogged, verbs }: Kind): boolean => !unlogged || verbs.length > 0

export function checkRecords({ records }: Usage, more: number, quota: Quota): void {
  if (records + more <= quota.records) return
  throw new CatalogError(
    'quota_exceeded',
    `This would add ${count(more)} ${more === 1 ? 'record' : 'records'}, but ${count(records)} of at most ` +
      `${count(quota.records)} already exist. Delete records that are no longer needed, or ask the operator to ` +
      'raise the quota.',
  )
}

/** A write must start below the quota: the log keeps every change, so even small ones add up. */
export function checkBytes({ bytes }: Usage, quota: Quota): void {
  if (bytes < quota.bytes) return
  throw new CatalogError(
    'quota_exceeded',
    `Records and their history take up ${count(bytes)} of at most ${count(quota.bytes)} bytes. Reading and deleting ` +
      'still work, but history is kept, so deleting frees little. Ask the operator to raise the quota.',
  )
}

const count = (value: number): string => value.toLocaleString('en')

/**
 * Recounts what was written by a version that did not count, or came from an archive. Each partition is locked
 * meanwhile, so this runs when a process starts.
 */
export async function countUncounted(engine: Engine): Promise<void> {
  const rows = await engine.reader.all(`select id from partitions where ${uncounted}`)
  for (const { id } of rows) {
    await engine.transaction((tx) => countPartition(tx, readPartitionId(id)), { isLong: true })
  }
}

/** The last counted write is not the last write. */
const uncounted = 'counted_revision <> revision or counted_seq <> last_seq'

export async function countPartition(tx: Sql, partitionId: PartitionId): Promise<void> {
  await tx.all(`select id from partitions where id = ?${tx.dialect.forUpdate}`, [partitionId])
  const { records, bytes } = await measure(tx, partitionId)
  await tx.run(
    `update partitions set records = ?, bytes = ?, counted_revision = revision, counted_seq = last_seq where id = ?`,
    [records, bytes, partitionId],
  )
}

/** Reads the whole partition. */
export async function measure(sql: Sql, partitionId: PartitionId): Promise<Usage> {
  const usage: Usage = { records: 0, bytes: 0 }
  for (const kind of allKinds.filter(isCounted)) {
    const found = await sumOf(sql, kind.table, tableOf(kind).size, partitionId)
    usage.records += found.count
    usage.bytes += found.bytes
  }
  usage.bytes += (await sumOf(sql, 'events', eventSize, partitionId)).bytes
  usage.bytes += (await sumOf(sql, 'event_texts', 'octet_length(body)', partitionId)).bytes
  return usage
}

async function sumOf(sql: Sql, table: string, size: string, partitionId: PartitionId) {
  const text = `select count(*) as count, coalesce(sum(${size}), 0) as bytes from ${table} where partition_id = ?`
  const row = await first(sql, text, [partitionId])
  return { count: Number(row?.count), bytes: Number(row?.bytes) }
}

export interface PartitionUsage extends Quota {
  readonly organisation: string
  readonly role: string
}

/** The fullest partitions, up to a limit: one of them is full first. */
export async function largestPartitions(sql: Sql, limit = 20): Promise<readonly PartitionUsage[]> {
  const columns = 'organisations.id, organisations.name, role, records, bytes'
  const from = 'partitions join organisations on organisations.id = organisation_id'
  const found = await Promise.all(
    ['records', 'bytes'].map((by) =>
      sql.all(`select ${columns} from ${from} order by ${by} desc limit ?`, [limit]),
    ),
  )
  const rows = new Map(found.flat().map((row) => [`${row.id}/${row.role}`, row]))
  return [...rows.values()].map((row) => ({
    organisation: String(row.name),
    role: String(row.role),
    records: Number(row.records),
    bytes: Number(row.bytes),
  }))
}
