import type { PartitionCounters } from './change.ts'
import type { Epochs } from './epoch.ts'
import type { PartitionId } from './partition-id.ts'
import { Rewound } from './rewound.ts'
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

export async function releasePartition(
  tx: Sql,
  partitionId: PartitionId,
  counters: LockedPartition,
): Promise<void> {
  const { revision, seq, records, bytes, isCounted, touched } = counters
  const counted = isCounted ? ', counted_revision = ?, counted_seq = ?' : ''
  await tx.run(
    `update partitions set revision = ?, last_seq = ?, records = ?, bytes = ?${counted} where id = ?`,
    [revision, seq, records, bytes, ...(isCounted ? [revision, seq] : []), partitionId],
  )
  for (const kind of touched) {
    await tx.run(
      `insert into revisions (partition_id, kind, revision) values (?, ?, ?)
       on conflict (partition_id, kind) do update set revision = excluded.revision`,
      [partitionId, kind, revision],
    )
  }
}
