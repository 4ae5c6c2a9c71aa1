import type { Dialect, Sql } from './sql.ts'

/** Append-only: once released, a migration never changes, and never imports the model. */
export interface Migration {
  readonly id: string
  /** Portable DDL: the column types are text, integer and real. Undefined is nothing to do on this engine. */
  readonly statements: readonly (string | ((dialect: Dialect) => string | undefined))[]
  /** Works out what new columns hold for rows that were there before, where SQL alone cannot. */
  readonly fill?: (sql: Sql) => Promise<void>
}
