import type { OutageWatch } from './outage-watch.ts'
import type { PartitionId } from './partition-id.ts'
import type { EpochFile } from './epoch-file.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { Column, RowStatement, RowWrites } from './row-statement.ts'
import type { Wanted } from './search/wanted.ts'

/** What both engines accept and return; rows are untyped in this folder and typed where they leave it. */
export type Value = string | number | null
export type Row = Readonly<Record<string, unknown>>

/** Runs statements on a read connection or in an open transaction. `?` marks a parameter. */
export interface Sql {
  readonly dialect: Dialect
  all(sql: string, params?: readonly Value[]): Promise<readonly Row[]>
  /** How many rows were written. */
  run(sql: string, params?: readonly Value[]): Promise<number>
  /** Writes rows, in this order, with as few waits as the engine can. */
  write(writes: readonly RowWrites[]): Promise<void>
}

/** A column that may be empty. */
export const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)

export async function first(sql: Sql, text: string, params: readonly Value[]): Promise<Row | undefined> {
  return (await sql.all(text, params))[0]
}

/** The few expressions in which the engines differ. Nothing outside this folder asks which one it is. */
export interface Dialect {
  /** Turns portable DDL (text, integer, real) into the engine's own. */
  ddl(statement: string): string
  /** Appended to a select whose rows the transaction is about to write. */
  readonly forUpdate: string
  /** The same, without rows that another transaction is about to write. */
  readonly forUpdateIfFree: string
  /**
   * Makes the statements of a transaction find rows by key; undefined if they do anyway. A plan made while a table was
   * all but empty reads the whole table, and is kept when it has grown. So is one that is made under these settings,
   * for the same statement elsewhere: run nothing here that should be planned differently.
   */
  readonly byKeyOnly: string | undefined
  /** A sub-select of the texts in a JSON array parameter. */
  readonly eachText: string
  /** Whether a column is one of the texts in a JSON array parameter, found through an index. */
  oneOf(column: string): string
  /** The same of a partition's rows, whose id is the first parameter: no other index serves it than one for both. */
  oneOfPartition(column: string): string
  /** Whether a column is one of a few texts that a sub-select finds, looked up through an index. */
  among(column: string, select: string): string
  /** Whether an index is chosen more reliably for bounds over its columns than for equalities. */
  readonly leadsByBounds: boolean
  /** A table whose rows are to be found through its index for a column. */
  indexed(table: string, column: string): string
  /** The part of a column before a character, or all of it if the character is absent. */
  before(column: string, character: string): string
  /** Whether a column contains the parameter. */
  contains(column: string): string
  /** DDL for a table that need not survive a crash; undefined where such tables are kept outside the database. */
  unlogged(statement: string): string | undefined
  /** A row source over one array parameter for each column; undefined where rows are better written one by one. */
  rowSource?(columns: readonly Column[]): string
  /** DDL for one engine alone: undefined on the other. */
  only(engine: 'sqlite' | 'postgres', statement: string): string | undefined
  /** Which records contain which texts. */
  readonly texts: TextIndex
  /** The time at which the statement began, in milliseconds. */
  readonly nowMs: string
  /** Over the table `epoch e`: differs if another server, table or schema answers than before. */
  readonly fingerprint: string
}

/** The inverted index of an engine: which records have some tokens. */
export interface TextIndex {
  /** Each for a row of partition, record and, where it has them, its tokens, separated by spaces. */
  readonly add: readonly RowStatement[]
  /** Each for a row of partition and record. */
  readonly remove: readonly RowStatement[]
  /**
   * A query for records of a partition that have what is wanted, `record_id`: its parameters, then the limit. They are
   * the newest where the index is in the order of time, otherwise any.
   */
  readonly find: string
  params(partitionId: PartitionId, wanted: Wanted): readonly string[]
  /**
   * So many such queries in one statement, with the `place` of each; undefined where statements cost nothing beside
   * the work.
   */
  readonly findEach?: (count: number) => string
  /** A statement that joins parts of the index, a little at a time; undefined where that needs no help. */
  readonly join?: string
}

/** How far a partition has come, and in which history. */
export interface PartitionVersion {
  readonly revision: number
  readonly seq: number
  readonly epoch: string
  readonly fingerprint: string
}

export type Stamp = number | PartitionVersion

export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  readonly dialect: Dialect
  readonly version: string
  readonly reader: Sql
  /** For unlogged tables: each statement is its own transaction, and none waits for the disk. */
  readonly scratch: Sql
  /** Whether writers of different partitions can run concurrently. */
  readonly parallel: boolean
  /**
   * One durable transaction; rolled back if the work throws, unless the error says that the outcome is unknown. The
   * work may be run again after a rollback, unless it is long.
   */
  transaction<T>(work: (tx: Sql) => Promise<T>, options?: { readonly isLong?: boolean }): Promise<T>
  /** Reads everything as it was at one moment, whatever is written meanwhile, without blocking writers. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Blocks every other process that migrates. */
  lockSchema(tx: Sql): Promise<void>
  /** From here on the transaction gives up rather than make others queue behind it for a table. */
  limitLockWait(tx: Sql): Promise<void>
  /**
   * Shows whether anything in the partition may have changed that this process did not write: its version, or, more
   * cheaply, a number that changes when the version has to be read again.
   */
  stamp(partitionId: PartitionId): MaybePromise<Stamp>
  /** Where the database is stored; differs for another one. */
  place(): Promise<string>
  /** How often the connections were reopened because the database was replaced. */
  generation(): number
  /** Reopens the connections, discarding everything they have cached. */
  reconnect?(): Promise<void>
  readonly epochFile?: EpochFile
  /** Whether a database without an epoch was loaded from elsewhere, or is older than what was here before. */
  wasLoaded(tx: Sql): Promise<boolean>
  isMissingTable(error: unknown): boolean
  /** Whether a retry may succeed: another writer was in the way. */
  isTransient(error: unknown): boolean
  /** Throws if no write could begin; checks this without writing. */
  probe(): Promise<void>
  /** Reports outages. */
  readonly watch: OutageWatch
  close(): Promise<void>
}

/** A partition's version as read from a row. */
export const versionIn = (
  { revision, last_seq, epoch, fingerprint }: Row,
  generation: number,
): PartitionVersion => ({
  revision: Number(revision ?? 0),
  seq: Number(last_seq ?? 0),
  epoch: String(epoch),
  fingerprint: `${fingerprint}#${generation}`,
})
