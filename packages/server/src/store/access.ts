import type { Sql } from './sql.ts'

/**
 * A named query of this folder: plain values in, plain values out. Only queries talk to a database; their callers
 * decide where they run.
 */
export type Query<Args extends readonly unknown[], T> = (sql: Sql, ...args: Args) => Promise<T>

/** Where queries run: on what is committed, on one moment of it, or within a transaction. */
export interface Access {
  run<Args extends readonly unknown[], T>(query: Query<Args, T>, ...args: NoInfer<Args>): Promise<T>
}

export const accessTo = (sql: Sql): Access => ({ run: (query, ...args) => query(sql, ...args) })
