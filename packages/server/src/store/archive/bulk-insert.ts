import { insertRows, rowsAtOnce } from '../insert-rows.ts'
import type { Sql, Value } from '../sql.ts'

export interface BulkInsert {
  add(row: readonly Value[]): Promise<void>
  /** Writes what is still waiting. */
  end(): Promise<void>
}

/** Inserts rows as they come, in few statements: over a network each one costs a round trip. */
export function bulkInsert(tx: Sql, table: string, columns: readonly string[]): BulkInsert {
  const insert = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
  let waiting: (readonly Value[])[] = []
  const end = async (): Promise<void> => {
    const rows = waiting
    waiting = []
    await insertRows(tx, insert, rows)
  }
  return {
    async add(row) {
      waiting.push(row)
      if (waiting.length === rowsAtOnce) await end()
    },
    end,
  }
}
