import type { OutageWatch } from './outage-watch.ts'

/** What both engines take and give; rows are untyped in this folder and typed where they leave it. */
export type Value = string | number | null
export type Row = Readonly<Record<string, unknown>>

/** A place to run statements: a connection for reading, or an open transaction. `?` marks a parameter. */
export interface Sql {
  all(sql: string, params?: readonly Value[]): Promise<readonly Row[]>
  /** How many rows were written. */
  run(sql: string, params?: readonly Value[]): Promise<number>
}

export async function first(sql: Sql, text: string, params: readonly Value[]): Promise<Row | undefined> {
  return (await sql.all(text, params))[0]
}

/** The few words in which the engines differ. Nothing outside this folder asks which one it is. */
export interface Dialect {
  /** Turns portable DDL (text, integer, real) into the engine's own. */
  ddl(statement: string): string
  /** Ends a select whose rows the transaction is about to write. */
  readonly forUpdate: string
  /** A sub-select of the texts in a JSON array parameter. */
  readonly eachText: string
  /** Whether a column is one of the texts in a JSON array parameter, found through an index. */
  oneOf(column: string): string
  /** What stands in a column before a character, or all of it where that is not in it. */
  before(column: string, character: string): string
  /** Whether a column contains the parameter. */
  contains(column: string): string
  /** DDL for a table that need not survive a crash; undefined where such tables are kept outside the database. */
  unlogged(statement: string): string | undefined
  /** The time at which the statement began, in milliseconds. */
  readonly nowMs: string
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  readonly dialect: Dialect
  readonly version: string
  readonly reader: Sql
  /** For unlogged tables: each statement stands for itself, and none waits for the disk. */
  readonly scratch: Sql
  /** Whether writers of different partitions may go on side by side. */
  readonly parallel: boolean
  /**
   * One durable transaction; undone if the work throws. Only an unknown outcome leaves open what became of it. The
   * work may run a second time after it was undone, unless it is long.
   */
  transaction<T>(work: (tx: Sql) => Promise<T>, options?: { readonly isLong?: boolean }): Promise<T>
  /** Reads everything as it was at one moment, whatever is written meanwhile, and holds no writer up. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Holds back every other process that migrates. */
  lockSchema(tx: Sql): Promise<void>
  /** From here on the transaction gives up rather than keep others waiting behind it for a table. */
  giveWay(tx: Sql): Promise<void>
  /**
   * A number that differs from last time if anything that this process did not write itself may have
   * changed in the partition.
   */
  stamp(partitionId: string): number | Promise<number>
  isMissingTable(error: unknown): boolean
  /** Whether trying the same again may work: another writer was in the way. */
  isTransient(error: unknown): boolean
  /** Throws where no write could begin, which it finds out without writing. */
  probe(): Promise<void>
  /** Tells of outages. */
  readonly watch: OutageWatch
  close(): Promise<void>
}
