import { randomBytes } from 'node:crypto'
import { first, type Sql } from './sql.ts'

/** The one row that says which history this is. */
export interface EpochRow {
  readonly epoch: string
  readonly firstEpoch: string
  readonly cursorKey: string
  /** Where the database was when the epoch began, in the engine's terms. */
  readonly place: string
}

/** Without a dot, which separates it from what follows. */
export const newEpoch = (): string => randomBytes(8).toString('hex')

export async function readEpoch(sql: Sql): Promise<EpochRow | undefined> {
  const row = await first(sql, 'select epoch, first_epoch, cursor_key, place from epoch', [])
  return (
    row && {
      epoch: String(row.epoch),
      firstEpoch: String(row.first_epoch),
      cursorKey: String(row.cursor_key),
      place: String(row.place),
    }
  )
}

/**
 * Invalidates positions that name no epoch. They date from before there were epochs, and the loaded data may be older
 * than what their readers have seen.
 */
export async function endFirstEpoch(tx: Sql): Promise<void> {
  await tx.run('update epoch set first_epoch = ?', [newEpoch()])
}
