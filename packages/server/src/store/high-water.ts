import type { Level } from './level.ts'
import { type PartitionId, readPartitionId } from './partition-id.ts'
import { type Engine, first, type Sql } from './sql.ts'

/** The highest numbers that this process has seen of each partition. */
export function createHighWater() {
  const levels = new Map<PartitionId, Level>()
  return {
    of: (partitionId: PartitionId): Level | undefined => levels.get(partitionId),
    all: (): ReadonlyMap<PartitionId, Level> => new Map(levels),
    clear: (): void => levels.clear(),
    /** Answers may arrive out of order: a lower one may simply be older. */
    raise(partitionId: PartitionId, { revision, seq }: Level): void {
      const level = levels.get(partitionId)
      if (level && level.revision >= revision && level.seq >= seq) return
      levels.set(partitionId, {
        revision: Math.max(revision, level?.revision ?? 0),
        seq: Math.max(seq, level?.seq ?? 0),
      })
    },
    /** Whether any partition is now below where it was. */
    async hasFallen(
      { reader, dialect }: Pick<Engine, 'reader' | 'dialect'>,
      before: ReadonlyMap<PartitionId, Level>,
    ): Promise<boolean> {
      if (before.size === 0) return false
      const text = `select id, revision, last_seq from partitions where ${dialect.oneOf('id')}`
      const rows = await reader.all(text, [JSON.stringify([...before.keys()])])
      const now = new Map(rows.map((row) => [readPartitionId(row.id), row]))
      return before.entries().some(([id, { revision, seq }]) => {
        const row = now.get(id)
        return !row || Number(row.revision) < revision || Number(row.last_seq) < seq
      })
    },
  }
}

/** Whether a partition is at a level, or above it. */
export async function hasReached(
  sql: Sql,
  { partitionId, revision, seq }: Level & { readonly partitionId: PartitionId },
): Promise<boolean> {
  const text = 'select 1 from partitions where id = ? and revision >= ? and last_seq >= ?'
  return (await first(sql, text, [partitionId, revision, seq])) !== undefined
}
