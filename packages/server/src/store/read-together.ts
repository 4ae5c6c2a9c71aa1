import type { Kind } from '@svc/model'
import type { PartitionId } from './partition-id.ts'
import type { PendingWrites } from './pending-writes.ts'
import { recordsIn } from './records.ts'
import type { Sql } from './sql.ts'
import type { Job } from './write-job.ts'

/** What is read at once: some records are documents. */
const maxBytes = 4 * 1024 * 1024

/**
 * Reads what the writes of a transaction begin with, in one statement for each kind: one after another, each would be
 * a round trip during which the partition is locked.
 */
export async function readTogether(
  tx: Sql,
  pending: PendingWrites,
  partitionId: PartitionId,
  jobs: readonly Job[],
): Promise<void> {
  const wanted = Map.groupBy(
    jobs.flatMap(({ reads }) => (reads ? [reads] : [])),
    ({ kind }) => kind,
  )
  for (const [kind, reads] of wanted) {
    const ids = [...new Set(reads.map(({ id }) => id))].filter((id) => !id.includes('\0'))
    if (ids.length > 1) await learn(tx, pending, { partitionId, kind, ids })
  }
}

async function learn(
  tx: Sql,
  pending: PendingWrites,
  {
    partitionId,
    kind,
    ids,
  }: { readonly partitionId: PartitionId; readonly kind: Kind; readonly ids: readonly string[] },
): Promise<void> {
  const { stored, isCut } = await recordsIn(partitionId, tx).slice(kind, {
    where: [{ field: 'id', oneOf: ids }],
    limit: ids.length,
    bytes: maxBytes,
  })
  const found = new Map(stored.map((one) => [String(one.record.id), one]))
  for (const id of ids) if (found.has(id) || !isCut) pending.learn(kind, partitionId, id, found.get(id))
}
