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

/** What svc measures by itself, and forgets by itself, has no address of its own; a caller did not put it there. */
export const isCounted = ({ unlogged, verbs }: Kind): boolean => !unlogged || verbs.length > 0

export function checkRecords({ records }: Usage, more: number, quota: Quota): void {
  if (records + more <= quota.records) return
  throw new CatalogError(
    'quota_exceeded',
    `This needs room for ${count(more)} more ${more === 1 ? 'record' : 'records'}, and ${count(records)} of the ` +
      `${count(quota.records)} that there may be exist. Delete some that are not needed any more, or have the ` +
      'quota raised by whoever runs svc.',
  )
}

/** Only what began below the quota is written: the log keeps every change, so not even small ones go on for ever. */
export function checkBytes({ bytes }: Usage, quota: Quota): void {
  if (bytes < quota.bytes) return
  throw new CatalogError(
    'quota_exceeded',
    `Records and their history take up ${count(bytes)} bytes, and they may have ${count(quota.bytes)}. Reading and ` +
      'deleting go on; history is kept, so deleting frees little. Have the quota raised by whoever runs svc.',
  )
}

const count = (value: number): string => value.toLocaleString('en')

/**
 * Counts anew what was written by a version that did not count, or came as an archive. Each partition is held
 * meanwhile, so this belongs to the start of a process.
 */
export async function countUncounted(engine: Engine): Promise<void> {
  const rows = await engine.reader.all(`select id from partitions where ${uncounted}`)
  for (const { id } of rows) {
    await engine.transaction((tx) => countPartition(tx, readPartitionId(id)), { isLong: true })
  }
}

/** The numbers of the last write that was counted are not those of the last write. */
const uncounted = 'counted_revision <> revision or counted_seq <> last_seq'

export async function countPartition(tx: Sql, partitionId: PartitionId): Promise<void> {
  await tx.all(`select id from partitions where id = ?${tx.dialect.forUpdate}`, [partitionId])
  const { records, bytes } = await measure(tx, partitionId)
  await tx.run(
    `update partitions set records = ?, bytes = ?, counted_revision = revision, counted_seq = last_seq where id = ?`,
    [records, bytes, partitionId],
  )
}

/** Reads all of it. */
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

/** The partitions that hold most, of which only so many are told: one of them is full first. */
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
