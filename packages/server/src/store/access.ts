import type { Sql } from './sql.ts'

/**
 * A named function of this folder: plain values in, plain values out. Only these know how to speak to a database, so
 * that whoever runs them decides where that happens.
 */
export type Query<Args extends readonly unknown[], T> = (sql: Sql, ...args: Args) => Promise<T>

/** Where queries run: on what is committed, on one moment of it, or within a transaction. */
export interface Access {
  run<Args extends readonly unknown[], T>(query: Query<Args, T>, ...args: NoInfer<Args>): Promise<T>
}

export const accessTo = (sql: Sql): Access => ({ run: (query, ...args) => query(sql, ...args) })
