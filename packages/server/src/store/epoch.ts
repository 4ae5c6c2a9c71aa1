import { randomBytes } from 'node:crypto'
import { type Engine, first, type Sql } from './sql.ts'

/** Names the history that revisions and event numbers belong to: the same numbers in another one mean nothing. */
export interface Epochs {
  readonly current: string
  /** The one that the upgrade began, before which positions in the log did not name any. */
  readonly first: string
  /** What the cursors of all processes are sealed with. */
  readonly cursorKey: string
}

export async function openEpochs(engine: Engine): Promise<Epochs> {
  const row = (await readEpoch(engine.reader)) ?? (await engine.transaction(beginEpoch))
  return { current: row.epoch, first: row.firstEpoch, cursorKey: row.cursorKey }
}

/** Without a dot, which stands after it wherever something follows. */
export const newEpoch = (): string => randomBytes(8).toString('hex')

interface EpochRow {
  readonly epoch: string
  readonly firstEpoch: string
  readonly cursorKey: string
}

async function readEpoch(sql: Sql): Promise<EpochRow | undefined> {
  const row = await first(sql, 'select epoch, first_epoch, cursor_key from epoch', [])
  return (
    row && {
      epoch: String(row.epoch),
      firstEpoch: String(row.first_epoch),
      cursorKey: String(row.cursor_key),
    }
  )
}

/** Whichever of several processes comes first. */
async function beginEpoch(tx: Sql): Promise<EpochRow> {
  const epoch = newEpoch()
  await tx.run(
    `insert into epoch (id, epoch, first_epoch, cursor_key, place) values (1, ?, ?, ?, '')
     on conflict (id) do nothing`,
    [epoch, epoch, randomBytes(32).toString('base64url')],
  )
  const row = await readEpoch(tx)
  if (!row) throw new Error('The database has no epoch.')
  return row
}
