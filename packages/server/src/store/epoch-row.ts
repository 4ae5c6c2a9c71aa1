import { randomBytes } from 'node:crypto'
import { first, type Sql } from './sql.ts'

/** The one row that says which history this is. */
export interface EpochRow {
  readonly epoch: string
  readonly firstEpoch: string
  readonly cursorKey: string
  /** Where the database was when the epoch began, in the engine's words. */
  readonly place: string
}

/** Without a dot, which stands after it wherever something follows. */
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
 * From here on places that name no epoch are gone. They are from before there were epochs, and what has been loaded
 * may be older than what its readers have seen.
 */
export async function endFirstEpoch(tx: Sql): Promise<void> {
  await tx.run('update epoch set first_epoch = ?', [newEpoch()])
}
