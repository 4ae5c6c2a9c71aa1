import type { Kind } from '@svc/model'
import { kindOfId } from '../kind-of-id.ts'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { recordsIn } from '../records.ts'
import type { Row, Sql } from '../sql.ts'
import { indexRecords } from './index-records.ts'
import type { IndexStep } from './index-step.ts'
import { textDone } from './pending-texts.ts'
import { foundBy } from './tokens.ts'

/** What is read of records at once: some are documents. */
const atOnceBytes = 1024 * 1024

/** Indexes the next of the records that were written. Nobody is locked out: one that is written meanwhile stays pending. */
export async function indexPending(tx: Sql, limit: number): Promise<IndexStep> {
  if (tx.dialect.byKeyOnly) await tx.all(tx.dialect.byKeyOnly)
  const rows = await tx.all(
    `select partition_id, record_id, revision from search_pending
     order by partition_id, record_id limit ?${tx.dialect.forUpdateIfFree}`,
    [limit],
  )
  const groups = Map.groupBy(
    rows,
    ({ partition_id, record_id }) => `${partition_id} ${kindOf(record_id)?.name}`,
  )
  let indexed = 0
  for (const own of groups.values()) indexed += await indexGroup(tx, own)
  return { indexed, isDone: rows.length < limit && indexed === rows.length }
}

const kindOf = (id: unknown): Kind | undefined => kindOfId(String(id))

/** Records of one kind in one partition, as many as can be read at once. */
async function indexGroup(tx: Sql, rows: readonly Row[]): Promise<number> {
  const partitionId: PartitionId = readPartitionId(rows[0]?.partition_id)
  const kind = kindOf(rows[0]?.record_id)
  const ids = rows.map(({ record_id }) => String(record_id))
  let done = new Set(ids)
  if (kind) {
    const { stored, isCut } = await recordsIn(partitionId, tx).slice(kind, {
      where: [{ field: 'id', oneOf: ids }],
      fields: foundBy(kind),
      limit: ids.length,
      bytes: atOnceBytes,
    })
    const found = new Set(stored.map(({ record }) => String(record.id)))
    const gone = isCut ? [] : ids.filter((id) => !found.has(id))
    await indexRecords(tx, { partitionId, kind }, { records: stored.map(({ record }) => record), gone })
    done = new Set([...found, ...gone])
  }
  const finished = rows.filter(({ record_id }) => done.has(String(record_id)))
  await tx.write([
    {
      statement: textDone,
      rows: finished.map(({ record_id, revision }) => [partitionId, String(record_id), Number(revision)]),
    },
  ])
  return finished.length
}
