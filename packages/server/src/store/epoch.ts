import { randomBytes } from 'node:crypto'
import type { Commit } from './commit.ts'
import type { Level } from './level.ts'
import { type EpochRow, newEpoch, readEpoch } from './epoch-row.ts'
import { createHighWater, hasReached } from './high-water.ts'
import type { PartitionId } from './partition-id.ts'
import { refuseNewerSchema } from './schema-version.ts'
import type { Engine, Sql, Standing } from './sql.ts'
import { troubleOf } from './unavailable.ts'

/** Names the history that revisions and event numbers belong to: the same numbers in another one mean nothing. */
export interface Epochs {
  /** As this process last saw it. */
  readonly current: string
  /** What the cursors of all processes are sealed with. */
  readonly cursorKey: string
  /** How far a partition is known to have come: what is asked from now on must be answered with no less. */
  levelOf(partitionId: PartitionId): Level | undefined
  /** Whether an answer is of the history that this process knows. If not, `look` finds out what has happened. */
  knows(standing: Standing, level: Level | undefined): boolean
  /** Remembers how far a partition has come. */
  raise(partitionId: PartitionId, level: Level): void
  /**
   * Reads the epoch again, and renews it if the database is not the one it was, or has gone back. Throws where a newer
   * version has migrated it.
   */
  look(): Promise<void>
  noteCommit(commit: Commit): void
}

export async function openEpochs(engine: Engine): Promise<Epochs> {
  const { reader, witness } = engine
  const levels = createHighWater()
  let known = await openedRow(engine)
  let seat = await seatOf(engine)
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const before = levels.all()
    const seatNow = await seatOf(engine)
    await refuseNewerSchema(reader)
    const row = await readEpoch(reader)
    if (!row) throw new Error('The database under this server was replaced by one of another version.')
    const place = await engine.place()
    const isBack = row.epoch === known.epoch && (await levels.hasFallen(engine, before))
    const found =
      isBack || row.place !== place || !(await isWitnessed(engine, row)) ? await renew(row, place) : row
    if (found.epoch !== known.epoch) levels.clear()
    known = found
    seat = seatNow
  }

  async function renew(row: EpochRow, place: string): Promise<EpochRow> {
    // What its connections keep of pages may be of before.
    await engine.reconnect?.()
    return renewEpoch(engine, row, place)
  }

  const epochs: Epochs = {
    get current() {
      return known.epoch
    },
    get cursorKey() {
      return known.cursorKey
    },
    levelOf: levels.of,
    knows: (standing, level) =>
      standing.epoch === known.epoch &&
      standing.seat === seat &&
      (level === undefined || (standing.revision >= level.revision && standing.seq >= level.seq)),
    raise: levels.raise,
    look: () => {
      looking ??= look()
        .catch((error: unknown) => {
          if (troubleOf(error) === 'outdated') engine.watch.failed('version', error)
          throw error
        })
        .finally(() => {
          looking = undefined
        })
      return looking
    },
    noteCommit: ({ epoch, ...commit }) => {
      levels.raise(commit.partitionId, commit)
      // Before anybody is told of it: an older copy is known by the last acknowledged commit that it lacks.
      witness?.write({ epoch, commit })
    },
  }
  await epochs.look()
  return epochs
}

/** After a restore or a load: nothing that was given out before counts any more. */
export const renewEpoch = (
  engine: Engine,
  { epoch }: Pick<EpochRow, 'epoch'>,
  place: string,
): Promise<EpochRow> =>
  engine.transaction(async (tx) => {
    // Whoever else has noticed may have been faster.
    const next = newEpoch()
    // While there is no organisation, nobody can have been given anything: then the new one is the first.
    await tx.run(
      `update epoch set epoch = ?, place = ?,
         first_epoch = case when exists (select 1 from partitions) then first_epoch else ? end
       where epoch = ?`,
      [next, place, next, epoch],
    )
    return witnessed(engine, tx)
  })

async function openedRow(engine: Engine): Promise<EpochRow> {
  const row = await readEpoch(engine.reader)
  if (row) return row
  const place = await engine.place()
  return engine.transaction(async (tx) => {
    const epoch = newEpoch()
    // Places that name no epoch count only in a database that its readers have known all along.
    const first = (await engine.wasLoaded(tx)) ? newEpoch() : epoch
    await tx.run(
      `insert into epoch (id, epoch, first_epoch, cursor_key, place) values (1, ?, ?, ?, ?)
       on conflict (id) do nothing`,
      [epoch, first, randomBytes(32).toString('base64url'), place],
    )
    return witnessed(engine, tx)
  })
}

/** Written down before the commit: two processes that do this at once come one after the other. */
async function witnessed({ witness }: Engine, tx: Sql): Promise<EpochRow> {
  const row = await readEpoch(tx)
  if (!row) throw new Error('The database has no epoch.')
  witness?.write(row)
  return row
}

async function isWitnessed({ witness, reader }: Engine, { epoch }: EpochRow): Promise<boolean> {
  if (!witness) return true
  const seen = witness.read()
  if (seen?.epoch !== epoch) return false
  return !seen.commit || (await hasReached(reader, seen.commit))
}

async function seatOf({ reader, dialect, generation }: Engine): Promise<string> {
  const [row] = await reader.all(`select ${dialect.seat} as seat from epoch e`)
  return `${row?.seat}#${generation()}`
}
