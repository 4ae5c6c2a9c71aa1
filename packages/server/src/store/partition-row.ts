import type { PartitionCounters } from './change.ts'
import type { Epochs } from './epoch.ts'
import type { PartitionId } from './partition-id.ts'
import { Rewound } from './rewound.ts'
import { type Engine, first, type Sql, standingIn } from './sql.ts'

/** A partition that a transaction holds. */
export interface Taken extends PartitionCounters {
  readonly seqBefore: number
  /** Whether all that was written before was counted too: an older version does not count. */
  readonly isCounted: boolean
}

/** Holding the partition's row puts its writers in order, so what one has checked stays true until it commits. */
export async function takePartition(
  engine: Engine,
  tx: Sql,
  partitionId: PartitionId,
  epochs: Epochs | undefined,
): Promise<Taken> {
  const level = epochs?.levelOf(partitionId)
  const text = `select revision, last_seq, records, bytes, counted_revision, counted_seq, (select epoch from epoch) as epoch,
      (select ${engine.dialect.seat} from epoch e) as seat
    from partitions where id = ?${engine.dialect.forUpdate}`
  const row = await first(tx, text, [partitionId])
  if (!row) throw new Error(`There is no partition ${partitionId}.`)
  const { revision, seq, epoch, ...rest } = standingIn(row, engine.generation())
  if (epochs && !epochs.knows({ revision, seq, epoch, ...rest }, level))
    throw new Rewound('The database is not the one it was.')
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

export async function releasePartition(tx: Sql, partitionId: PartitionId, counters: Taken): Promise<void> {
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
