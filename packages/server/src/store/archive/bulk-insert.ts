import type { Access } from '../access.ts'
import { insertRows, rowsAtOnce } from '../insert-rows.ts'
import type { Value } from '../sql.ts'

export interface BulkInsert {
  add(row: readonly Value[]): Promise<void>
  /** Writes the rows that are still buffered. */
  end(): Promise<void>
}

/** Inserts rows as they come, in few statements: over a network each one costs a round trip. */
export function bulkInsert(tx: Access, table: string, columns: readonly string[]): BulkInsert {
  const insert = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
  let waiting: (readonly Value[])[] = []
  const end = async (): Promise<void> => {
    const rows = waiting
    waiting = []
    await tx.run(insertRows, insert, rows)
  }
  return {
    async add(row) {
      waiting.push(row)
      if (waiting.length === rowsAtOnce) await end()
    },
    end,
  }
}
