import { randomBytes } from 'node:crypto'
import type { Commit } from './commit.ts'
import type { Level } from './level.ts'
import { type EpochRow, newEpoch, readEpoch } from './epoch-row.ts'
import { createHighWater, hasReached } from './high-water.ts'
import type { PartitionId } from './partition-id.ts'
import { Rewound } from './rewound.ts'
import { refuseNewerSchema } from './schema-version.ts'
import type { Engine, Sql, PartitionVersion } from './sql.ts'
import { troubleOf } from './unavailable.ts'

/** Names the history that revisions and event numbers belong to: the same numbers mean nothing in another one. */
export interface Epochs {
  /** As this process last saw it. */
  readonly current: string
  /** What the cursors of all processes are sealed with. */
  readonly cursorKey: string
  /** How far a partition is known to have come: later answers must not be behind it. */
  levelOf(partitionId: PartitionId): Level | undefined
  /** Whether a version belongs to the history that this process knows. If not, `look` finds out what has happened. */
  knows(version: PartitionVersion, level: Level | undefined): boolean
  /** Remembers how far a partition has come. */
  raise(partitionId: PartitionId, level: Level): void
  /**
   * Reads the epoch again, and renews it if the database was replaced or has gone back. Throws if a newer version has
   * migrated it.
   */
  look(): Promise<void>
  noteCommit(commit: Commit): void
}

export async function openEpochs(engine: Engine): Promise<Epochs> {
  const { reader, epochFile } = engine
  const levels = createHighWater()
  let known = await openedRow(engine)
  let fingerprint = await fingerprintOf(engine)
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const before = levels.all()
    const fingerprintNow = await fingerprintOf(engine)
    await refuseNewerSchema(reader)
    const row = await readEpoch(reader)
    if (!row) throw new Error('The database under this server was replaced by one of another version.')
    const place = await engine.place()
    const isBack = row.epoch === known.epoch && (await levels.hasFallen(engine, before))
    const found =
      isBack || row.place !== place || !(await isRecorded(engine, row)) ? await renew(row, place) : row
    if (found.epoch !== known.epoch) levels.clear()
    known = found
    fingerprint = fingerprintNow
  }

  async function renew(row: EpochRow, place: string): Promise<EpochRow> {
    // Pages cached by its connections may be outdated.
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
    knows: (version, level) =>
      version.epoch === known.epoch &&
      version.fingerprint === fingerprint &&
      (level === undefined || (version.revision >= level.revision && version.seq >= level.seq)),
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
      // Before the commit is acknowledged: an older copy is recognised by lacking the last acknowledged commit.
      epochFile?.write({ epoch, commit })
    },
  }
  await epochs.look()
  return epochs
}

/** After a restore or a load: nothing handed out before is valid any more. */
export const renewEpoch = (
  engine: Engine,
  { epoch }: Pick<EpochRow, 'epoch'>,
  place: string,
): Promise<EpochRow> =>
  recording(engine, async (tx) => {
    // Another process may have been faster.
    const next = newEpoch()
    // While there is no organisation, nothing can have been handed out: then the new epoch is the first.
    await tx.run(
      `update epoch set epoch = ?, place = ?,
         first_epoch = case when exists (select 1 from partitions) then first_epoch else ? end
       where epoch = ?`,
      [next, place, next, epoch],
    )
  })

async function openedRow(engine: Engine): Promise<EpochRow> {
  const row = await readEpoch(engine.reader)
  if (row) return row
  const place = await engine.place()
  return recording(engine, async (tx) => {
    const epoch = newEpoch()
    // Positions that name no epoch are valid only in a database that has not been replaced.
    const first = (await engine.wasLoaded(tx)) ? newEpoch() : epoch
    await tx.run(
      `insert into epoch (id, epoch, first_epoch, cursor_key, place) values (1, ?, ?, ?, ?)
       on conflict (id) do nothing`,
      [epoch, first, randomBytes(32).toString('base64url'), place],
    )
  })
}

const attempts = 3

/**
 * The epoch is recorded beside the database before the commit, so that two processes doing this at once take turns.
 * If the file changes in between, because another process copies the log into it, it does not match its record, and
 * passes for a replaced one.
 */
async function recording(engine: Engine, work: (tx: Sql) => Promise<void>): Promise<EpochRow> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await engine.transaction(async (tx) => {
        await work(tx)
        const row = await readEpoch(tx)
        if (!row) throw new Error('The database has no epoch.')
        engine.epochFile?.write(row)
        return row
      })
    } catch (error) {
      if (!(error instanceof Rewound) || attempt === attempts) throw error
    }
  }
}

async function isRecorded({ epochFile, reader }: Engine, { epoch }: EpochRow): Promise<boolean> {
  if (!epochFile) return true
  const seen = epochFile.read()
  if (seen?.epoch !== epoch) return false
  return !seen.commit || (await hasReached(reader, seen.commit))
}

async function fingerprintOf({ reader, dialect, generation }: Engine): Promise<string> {
  const [row] = await reader.all(`select ${dialect.fingerprint} as fingerprint from epoch e`)
  return `${row?.fingerprint}#${generation()}`
}
