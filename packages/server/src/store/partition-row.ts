import type { PartitionCounters } from './change.ts'
import type { Epochs } from './epoch.ts'
import type { PartitionId } from './partition-id.ts'
import type { PendingWrites } from './pending-writes.ts'
import { Rewound } from './rewound.ts'
import { insertInto, integers, texts, updateOf } from './row-statement.ts'
import { type Engine, first, type Sql, versionIn } from './sql.ts'

/** A partition that a transaction has locked. */
export interface LockedPartition extends PartitionCounters {
  readonly seqBefore: number
  /** Whether all earlier writes were counted too: an older version of svc does not count them. */
  readonly isCounted: boolean
}

/** Locking the partition's row makes its writers take turns, so what one has checked stays true until it commits. */
export async function lockPartition(
  engine: Engine,
  tx: Sql,
  partitionId: PartitionId,
  epochs: Epochs | undefined,
): Promise<LockedPartition> {
  const level = epochs?.levelOf(partitionId)
  const text = `select revision, last_seq, records, bytes, counted_revision, counted_seq, (select epoch from epoch) as epoch,
      (select ${engine.dialect.fingerprint} from epoch e) as fingerprint
    from partitions where id = ?${engine.dialect.forUpdate}`
  const row = await first(tx, text, [partitionId])
  if (!row) throw new Error(`There is no partition ${partitionId}.`)
  const { revision, seq, epoch, ...rest } = versionIn(row, engine.generation())
  if (epochs && !epochs.knows({ revision, seq, epoch, ...rest }, level))
    throw new Rewound('The database was replaced or has gone back.')
  return {
    epoch,
    revision,
    seq,
    seqBefore: seq,
    records: Number(row.records),
    bytes: Number(row.bytes),
    isCounted: Number(row.counted_revision) === revision && Number(row.counted_seq) === seq,
    touched: new Set<string>(),
  }
}

/** The same for a transaction that follows one which is about to commit. */
export const nextOf = (before: LockedPartition): LockedPartition => ({
  ...before,
  seqBefore: before.seq,
  touched: new Set(),
})

const numbers = integers('revision', 'last_seq', 'records', 'bytes')
const counted = integers('counted_revision', 'counted_seq')
const key = texts('id')
const partitionUpdate = updateOf('partitions', numbers, key)
const countedUpdate = updateOf('partitions', [...numbers, ...counted], key)
const revisionUpsert = insertInto(
  'revisions',
  [...texts('partition_id', 'kind'), ...integers('revision')],
  'on conflict (partition_id, kind) do update set revision = excluded.revision',
)

export function releasePartition(
  pending: PendingWrites,
  partitionId: PartitionId,
  counters: LockedPartition,
): void {
  const { revision, seq, records, bytes, isCounted, touched } = counters
  const row = [revision, seq, records, bytes]
  if (isCounted) pending.add(countedUpdate, [...row, revision, seq, partitionId])
  else pending.add(partitionUpdate, [...row, partitionId])
  for (const kind of touched) pending.add(revisionUpsert, [partitionId, kind, revision])
}
