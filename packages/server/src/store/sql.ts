import type { OutageWatch } from './outage-watch.ts'
import type { PartitionId } from './partition-id.ts'
import type { Witness } from './witness.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** What both engines take and give; rows are untyped in this folder and typed where they leave it. */
export type Value = string | number | null
export type Row = Readonly<Record<string, unknown>>

/** A place to run statements: a connection for reading, or an open transaction. `?` marks a parameter. */
export interface Sql {
  readonly dialect: Dialect
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
  /** Of the table `epoch e`: differs where another server, table or schema answers than before. */
  readonly seat: string
}

/** Where a partition stands, and in which history. */
export interface Standing {
  readonly revision: number
  readonly seq: number
  readonly epoch: string
  readonly seat: string
}

export type Stamp = number | Standing

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
   * Tells whether anything that this process did not write itself may have changed in the partition: where it
   * stands, or for less a number that differs from last time if it has to be asked where it stands.
   */
  stamp(partitionId: PartitionId): MaybePromise<Stamp>
  /** Where the database is kept; differs if it is another one. */
  place(): Promise<string>
  /** How often the connections were opened anew because the database was replaced beneath them. */
  generation(): number
  /** Opens the connections anew, with nothing left in them of what they have read. */
  reconnect?(): Promise<void>
  readonly witness?: Witness
  /** Whether a database without an epoch was brought here from elsewhere, or is older than what was here before. */
  wasLoaded(tx: Sql): Promise<boolean>
  isMissingTable(error: unknown): boolean
  /** Whether trying the same again may work: another writer was in the way. */
  isTransient(error: unknown): boolean
  /** Throws where no write could begin, which it finds out without writing. */
  probe(): Promise<void>
  /** Tells of outages. */
  readonly watch: OutageWatch
  close(): Promise<void>
}

/** Where a partition stands, as a row says it. */
export const standingIn = ({ revision, last_seq, epoch, seat }: Row, generation: number): Standing => ({
  revision: Number(revision ?? 0),
  seq: Number(last_seq ?? 0),
  epoch: String(epoch),
  seat: `${seat}#${generation}`,
})
