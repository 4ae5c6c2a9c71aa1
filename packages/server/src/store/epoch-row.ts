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

/** How far all logs and revisions together have come. */
export async function markOf(sql: Sql): Promise<number> {
  const row = await first(sql, 'select coalesce(sum(revision + last_seq), 0) as mark from partitions', [])
  return Number(row?.mark)
}
