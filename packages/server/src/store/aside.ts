import type { RowWrites } from './row-statement.ts'
import type { Sql } from './sql.ts'

/** Commits on another thread, so that this one neither writes nor waits for the disk. */
export interface Aside {
  /** From how many writes a second on that is worth a thread. */
  readonly fromPerSecond: number
  /** Reads what is committed. Whatever it is asked to write throws `NeedsTransaction`. */
  readonly sql: Sql
  /** Names what is committed now: another commit, whoever makes it, means another mark. */
  mark(): number
  /** Commits rows, unless anything was committed since the mark: that throws `Overtaken`, and nothing was written. */
  commit(writes: readonly RowWrites[], since: number): Departed
}

/** A commit that is being made. */
export interface Departed {
  /** What it will leave. */
  readonly mark: number
  readonly done: Promise<void>
}

/** What was asked cannot be collected and written later. */
export class NeedsTransaction extends Error {
  override readonly name = 'NeedsTransaction'
}

/** Somebody else has committed since the data was read that a write is based on. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}
