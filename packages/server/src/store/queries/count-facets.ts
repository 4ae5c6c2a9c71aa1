import { facetKinds, type Kind, kindNamed } from '@svc/model'
import { noteFacets, progressColumns, progressIn, writeFrom } from '../facet-changes.ts'
import { fieldsCounted, whatIsCounted } from '../facet-values.ts'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { selectionOf } from '../selection.ts'
import { first, type Sql } from '../sql.ts'

/** So few that counting them takes a few milliseconds, for which the partition is locked. */
const recordsAtOnce = 500
const rowsAtOnce = 2_000

/** The partitions whose records are not all counted. */
export async function partitionsToCount(sql: Sql): Promise<readonly PartitionId[]> {
  const text = `select id from partitions where facets_revision <> revision or facets_of <> ? or facets_to <> '' order by id`
  return (await sql.all(text, [whatIsCounted])).map(({ id }) => readPartitionId(id))
}

/**
 * Counts some more records of a partition, each kind from its newest record on: a write counts by itself what it does
 * to records that are counted already. True while there is more to count.
 */
export async function countMoreFacets(tx: Sql, partitionId: PartitionId): Promise<boolean> {
  const row = await first(
    tx,
    `select ${progressColumns} from partitions where id = ?${tx.dialect.forUpdate}`,
    [partitionId],
  )
  if (!row) return false
  const known = progressIn(row)
  const from = new Map(known.isKnown ? known.from : facetKinds.map(({ name }) => [name, '']))
  let left = recordsAtOnce
  for (const [name, id] of from) {
    const kind = kindNamed(name)
    if (id === '' && !(await forget(tx, partitionId, kind))) break
    const { counted, last } = await count(tx, partitionId, { kind, before: id, limit: left })
    if (counted < left || last === undefined) from.delete(name)
    else from.set(name, last)
    left -= counted
    if (left <= 0) break
  }
  await tx.run(
    'update partitions set facets_revision = revision, facets_of = ?, facets_to = ? where id = ?',
    [whatIsCounted, writeFrom(from), partitionId],
  )
  return from.size > 0
}

export async function countFacets(tx: Sql, partitionId: PartitionId): Promise<void> {
  while (await countMoreFacets(tx, partitionId));
}

/** False if counts from before are left. */
async function forget(tx: Sql, partitionId: PartitionId, { name }: Kind): Promise<boolean> {
  const some = `select field, value from facet_counts where partition_id = ? and kind = ? limit ${rowsAtOnce}`
  const gone = await tx.run(
    `delete from facet_counts where partition_id = ? and kind = ? and (field, value) in (${some})`,
    [partitionId, name, partitionId, name],
  )
  return gone < rowsAtOnce
}

interface Step {
  readonly kind: Kind
  /** Empty at the beginning. */
  readonly before: string
  readonly limit: number
}

async function count(tx: Sql, partitionId: PartitionId, { kind, before, limit }: Step) {
  const { columns, read } = selectionOf(kind, ['id', ...fieldsCounted(kind)])
  const older = before === '' ? '' : ' and id < ?'
  const rows = await tx.all(
    `select ${columns} from ${kind.table} where partition_id = ?${older} order by id desc limit ?`,
    [partitionId, ...(before === '' ? [] : [before]), limit],
  )
  const changes = noteFacets({ isKnown: true, from: new Map() })
  const stored = rows.map(read)
  for (const one of stored) changes.note(kind, undefined, one)
  await tx.write(changes.toRows(partitionId))
  const last = stored.at(-1)
  return { counted: rows.length, last: last && String(last.record.id) }
}
