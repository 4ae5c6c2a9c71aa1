import type { Kind } from '@svc/model'
import { type CollectedWrites, collectWrites, isWriting, notPending } from './collected-writes.ts'
import type { PartitionId } from './partition-id.ts'
import type { RowStatement } from './row-statement.ts'
import type { Sql, Value } from './sql.ts'
import type { StoredRecord } from './table.ts'

/** The writes of a transaction, which are collected until something needs to see them, or the transaction ends. */
export interface PendingWrites extends Pick<CollectedWrites, 'put' | 'add' | 'find'> {
  /** For every other statement: what is pending for the tables that it names is written first. */
  readonly sql: Sql
  /** Without what is pending. */
  readonly written: Sql
  /** Notes what a record is before it is written; undefined if there is none. */
  learn(kind: Kind, partitionId: PartitionId, id: string, stored: StoredRecord | undefined): void
  flush(): Promise<void>
  /** Flushes if so much is pending that it takes up memory. */
  flushIfMany(): Promise<void>
}

const maxPending = 2_000

export function createPendingWrites(tx: Sql): PendingWrites {
  let collected = collectWrites()
  /** What was read ahead, until it is written, or anything is that may concern it. */
  const known = new Map<string, StoredRecord | undefined>()
  const keyOf = (kind: Kind, partitionId: PartitionId, id: unknown): string =>
    `${kind.name} ${partitionId} ${id}`

  async function flush(): Promise<void> {
    if (collected.count() === 0) return
    const rows = collected.toRows(tx.dialect.rowSource !== undefined)
    collected = collectWrites()
    await tx.write(rows)
  }

  const add = (statement: RowStatement, row: readonly Value[]): void => collected.add(statement, row)

  return {
    sql: {
      dialect: tx.dialect,
      all: async (text, params) => {
        if (isWriting(text)) known.clear()
        if (isWriting(text) || collected.concern(text)) await flush()
        return tx.all(text, params)
      },
      // It may need what is pending in tables that it does not name, through foreign keys.
      run: async (text, params) => {
        known.clear()
        await flush()
        return tx.run(text, params)
      },
      write: async (writes) => {
        known.clear()
        for (const { statement, rows } of writes) for (const row of rows) add(statement, row)
      },
    },
    written: tx,
    find(kind, partitionId, id) {
      const found = collected.find(kind, partitionId, id)
      if (found !== notPending) return found
      const key = keyOf(kind, partitionId, id)
      return known.has(key) ? known.get(key) : notPending
    },
    put(kind, partitionId, write) {
      known.delete(keyOf(kind, partitionId, (write.after ?? write.before)?.record.id))
      collected.put(kind, partitionId, write)
    },
    learn: (kind, partitionId, id, stored) => known.set(keyOf(kind, partitionId, id), stored),
    add,
    flush,
    flushIfMany: async () => {
      if (collected.count() >= maxPending) await flush()
    },
  }
}
