import type { Dialect, Sql } from './sql.ts'

/**
 * Append-only: once released, a migration never changes, and never imports the model. One that changes values which
 * lists are filtered by also sets `facets_revision` of all partitions to -1, so that they are counted again.
 */
export interface Migration {
  readonly id: string
  /** Portable DDL: the column types are text, integer and real. Undefined is nothing to do on this engine. */
  readonly statements: readonly (string | ((dialect: Dialect) => string | undefined))[]
  /** Fills new columns of existing rows where SQL alone cannot. */
  readonly fill?: (sql: Sql) => Promise<void>
}
