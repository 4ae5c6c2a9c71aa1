import { NeedsTransaction, Overtaken } from './aside-refusals.ts'
import { type CollectedWrites, isWriting, notPending } from './collected-writes.ts'
import type { PendingWrites } from './pending-writes.ts'
import type { Aside, Sql } from './sql.ts'

/** Writes that are being committed. */
export interface UnderWay {
  readonly collected: CollectedWrites
  /** Whether they were committed; undefined as long as nobody knows. */
  readonly outcome: boolean | undefined
  readonly settled: Promise<boolean>
}

/** More than this is better written as it comes. */
const maxPending = 2_000

/**
 * For work whose writes are committed aside: it reads what is committed, what is about to be, and what it has
 * collected itself. Whatever cannot be answered that way throws `NeedsTransaction`.
 */
export function pendingAside(
  aside: Aside,
  collected: CollectedWrites,
  before: UnderWay | undefined,
): PendingWrites {
  const sql: Sql = {
    ...aside.sql,
    all: async (text, params) => {
      if (isWriting(text) || collected.concern(text)) throw new NeedsTransaction()
      if (before?.outcome === undefined && before?.collected.concern(text)) await before.settled
      if (before?.outcome === false) throw new Overtaken()
      return aside.sql.all(text, params)
    },
    write: async (writes) => {
      for (const { statement, rows } of writes) for (const row of rows) collected.add(statement, row)
    },
  }
  return {
    sql,
    written: aside.sql,
    find(kind, partitionId, id) {
      const own = collected.find(kind, partitionId, id)
      // Once they are committed, they are found where everything is.
      return own === notPending && before && before.outcome !== true
        ? before.collected.find(kind, partitionId, id)
        : own
    },
    put: collected.put,
    add: collected.add,
    flush: async () => {},
    flushIfMany: async () => {
      if (collected.count >= maxPending) throw new NeedsTransaction()
    },
  }
}
