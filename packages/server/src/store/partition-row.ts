import type { PartitionCounters } from './change.ts'
import type { Epochs } from './epoch.ts'
import { noteFacets, progressColumns, progressIn, writeFrom } from './facet-changes.ts'
import type { PartitionId } from './partition-id.ts'
import type { PendingWrites } from './pending-writes.ts'
import { Rewound } from './rewound.ts'
import { insertInto, integers, texts, updateOf } from './row-statement.ts'
import { type Engine, first, type Sql, versionIn } from './sql.ts'
import { keptLength, writeTouched } from './touched-line.ts'
import type { Touched } from './touched.ts'

/** A partition that a transaction has locked. */
export interface LockedPartition extends PartitionCounters {
  readonly seqBefore: number
  readonly revisionBefore: number
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
  const text = `select ${progressColumns}, last_seq, records, bytes, counted_revision, counted_seq, (select epoch from epoch) as epoch,
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
    revisionBefore: revision,
    records: Number(row.records),
    bytes: Number(row.bytes),
    isCounted: Number(row.counted_revision) === revision && Number(row.counted_seq) === seq,
    facets: noteFacets(progressIn(row)),
    touched: new Map<string, Touched>(),
  }
}

const numbers = integers('revision', 'last_seq', 'records', 'bytes', 'facets_revision')
const counted = integers('counted_revision', 'counted_seq')
const key = texts('id')
const partitionUpdate = updateOf('partitions', numbers, key)
const lossUpdate = updateOf('partitions', texts('facets_to'), key)
const countedUpdate = updateOf('partitions', [...numbers, ...counted], key)
const revisionUpsert = insertInto(
  'revisions',
  [...texts('partition_id', 'kind'), ...integers('revision'), ...texts('changes')],
  // The revision before it is the database's own: an older version of svc writes revisions without what changed.
  `on conflict (partition_id, kind) do update set revision = excluded.revision,
     changes = substr(excluded.changes || revisions.revision || '\n' || revisions.changes, 1, ${keptLength})`,
)

export function releasePartition(
  pending: PendingWrites,
  partitionId: PartitionId,
  counters: LockedPartition,
): void {
  const { revision, seq, records, bytes, isCounted, facets, touched } = counters
  const row = [revision, seq, records, bytes, facets.progress().isKnown ? revision : -1]
  if (isCounted) pending.add(countedUpdate, [...row, revision, seq, partitionId])
  else pending.add(partitionUpdate, [...row, partitionId])
  if (facets.hasLost()) pending.add(lossUpdate, [writeFrom(facets.progress().from), partitionId])
  for (const { statement, rows } of facets.toRows(partitionId))
    for (const one of rows) pending.add(statement, one)
  for (const [kind, what] of touched)
    pending.add(revisionUpsert, [partitionId, kind, revision, writeTouched(revision, what)])
}
