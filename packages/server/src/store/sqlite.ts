import { mkdirSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { createOutageWatch, type OutageWatch, type Way } from './outage-watch.ts'
import { Rewound } from './rewound.ts'
import { beginWriting, checkpointLog, commit, connect, safeVersion } from './sqlite-connection.ts'
import { createProbe } from './sqlite-probe.ts'
import { openScratchFile } from './scratch-file.ts'
import type { Engine, Sql } from './sql.ts'
import { createLongCommits, type LongCommits } from './sqlite-long-commits.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { databaseFile, dropForeignLog, watchFile } from './sqlite-file.ts'
import { letOthers, type Listener, sqlOver } from './sqlite-statements.ts'
import { sqliteFailure } from './sqlite-trouble.ts'
import { DatabaseUnavailable, troubleOf } from './unavailable.ts'
import { openEpochFile } from './epoch-file.ts'
import type { MaybePromise } from './maybe-promise.ts'

export function openSqlite(dataDir: string, watch: OutageWatch = createOutageWatch()): Engine {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = databaseFile(dataDir)
  // Most commands never need it.
  let scratch: { readonly db: DatabaseSync; readonly sql: Sql } | undefined
  const opened = (): Sql => {
    if (!scratch) {
      const db = openScratchFile(dataDir)
      scratch = { db, sql: sqlOver(db) }
    }
    return scratch.sql
  }
  let queue: Promise<unknown> = Promise.resolve()
  const longCommits = createLongCommits(file)
  const probe = createProbe(file)
  const epochFile = openEpochFile(file)
  const place = watchFile(file, epochFile)
  let isDamaged = false
  /** A write to a damaged file can spread the damage, and the rest of its contents cannot be trusted. */
  const refuseDamaged = (): void => {
    if (isDamaged) throw new DatabaseUnavailable('damaged')
  }
  const refuseGone = (): void => {
    if (place.isGone()) throw new DatabaseUnavailable('away')
  }
  const meaningOf = (cause: unknown): unknown => {
    const error = sqliteFailure(cause)
    if (troubleOf(error) !== 'damaged') return error
    // It looks the same while another file is being written in its place.
    if (place.isReplaced()) return new DatabaseUnavailable('away', cause)
    isDamaged = true
    return error
  }
  const listenerFor = (way: Way): Listener => ({
    worked: () => watch.worked(way),
    failed: (cause) => {
      const error = meaningOf(cause)
      watch.failed(way, error)
      return error
    },
  })

  dropForeignLog(file)
  let { writer, reader, readerSql, tx, dataVersion } = openConnections(file, {
    listener: listenerFor('reads'),
    longCommits,
  })
  const version = safeVersion(writer)
  place.begin()
  let generation = 0

  let isOpen = true
  const isStale = (): boolean => !isOpen || place.isReplaced()

  /** Another file has replaced the one that was opened: what was read from that is invalid. */
  function reopen(): void {
    isOpen = false
    probe.close()
    epochFile.close()
    // Right for a file that was moved away and may come back, which SQLite itself would leave with its log; wrong for
    // one that was written over, into which the last connection to close would write the log.
    const isMoved = place.isMoved()
    if (isMoved && writer.isOpen) checkpointLog(writer)
    for (const connection of isMoved ? [reader, writer] : [writer, reader])
      if (connection.isOpen) connection.close()
    // Opening a removed file would create an empty one in its place.
    if (place.isAway()) throw new DatabaseUnavailable('away')
    if (place.isAnother()) isDamaged = false
    place.clear()
    ;({ writer, reader, readerSql, tx, dataVersion } = openConnections(file, {
      listener: listenerFor('reads'),
      longCommits,
    }))
    isOpen = true
    place.begin()
    generation += 1
    known = undefined
  }

  /** After pending writes. */
  const inTurn = (work: () => void): Promise<void> => {
    const done = queue.then(work).catch((error: unknown) => {
      throw meaningOf(error)
    })
    queue = done.catch(() => {})
    return done
  }
  const reconnect = (): Promise<void> => inTurn(reopen)
  const freshen = (): Promise<void> =>
    inTurn(() => {
      if (isStale()) reopen()
    })

  async function inTransaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    if (isStale()) reopen()
    else if (place.hasLostLog()) {
      // It is still open here, and holds what was written since the last checkpoint.
      checkpointLog(writer)
      reopen()
    }
    refuseGone()
    refuseDamaged()
    await beginWriting(writer)
    try {
      const result = await work(tx)
      const isLong = await longCommits.prepare()
      // Writes to a file that is no longer there would be lost.
      refuseGone()
      if (place.isReplaced()) throw new Rewound('The database file was replaced while it was written to.')
      commit(writer)
      if (isLong) longCommits.finish(writer)
      else longCommits.reset(writer)
      place.noteWrite()
      return result
    } catch (error) {
      // A failed commit (a full disk) has already rolled back.
      if (writer.isTransaction) writer.exec('rollback')
      longCommits.reset(writer)
      throw error
    }
  }

  async function watched<T>(way: Way, work: () => Promise<T>): Promise<T> {
    const listener = listenerFor(way)
    try {
      const result = await work()
      listener.worked()
      return result
    } catch (error) {
      throw listener.failed(error)
    }
  }

  let known: number | undefined
  let knownIn = 0
  /**
   * On the writing connection the number changes only when another process has written. It is read once per turn of
   * the event loop, counted from where it waits for requests: all of a turn's requests had arrived before this is read.
   */
  const stamp = (): MaybePromise<number> => {
    const turn = performance.nodeTiming.uvMetricsInfo.loopCount
    if (known === undefined || turn !== knownIn) {
      if (isStale()) return freshen().then(stamp)
      known = generation * 2 ** 32 + versionNow()
      knownIn = turn
    }
    return known
  }

  const versionNow = (): number => {
    try {
      return (dataVersion.get() as { data_version: number }).data_version
    } catch (error) {
      throw meaningOf(error)
    }
  }

  return {
    name: 'sqlite',
    dialect: sqliteDialect,
    version,
    reader: {
      dialect: sqliteDialect,
      all: async (...statement) => {
        const wait = letOthers()
        if (wait) await wait
        // Only now: it may have been reopened while others had their turn.
        while (!isOpen) await freshen()
        return readerSql.all(...statement)
      },
      run: (...statement) => readerSql.run(...statement),
      write: (writes) => readerSql.write(writes),
    },
    scratch: {
      dialect: sqliteDialect,
      all: async (...statement) => opened().all(...statement),
      run: async (...statement) => opened().run(...statement),
      write: async (writes) => opened().write(writes),
    },
    parallel: false,
    transaction: (work) => {
      const done = queue.then(() => watched('writes', () => inTransaction(work)))
      queue = done.catch(() => {})
      return done
    },
    snapshot: (work) => watched('reads', () => readAtOnce(file, work)),
    lockSchema: async () => {},
    limitLockWait: async () => {},
    stamp,
    place: async () => place.inode(),
    generation: () => generation,
    reconnect,
    epochFile,
    wasLoaded: async () => epochFile.read() !== undefined,
    isMissingTable: (error) => error instanceof Error && error.message.startsWith('no such table'),
    isTransient: (error) => troubleOf(error) === 'contended',
    probe: async () => {
      refuseDamaged()
      if (place.isAway()) throw new DatabaseUnavailable('away')
      try {
        probe.check()
      } catch (error) {
        throw meaningOf(error)
      }
    },
    watch,
    close: async () => {
      await queue
      await longCommits.idle()
      probe.close()
      epochFile.close()
      scratch?.db.close()
      // Already closed while the file is away.
      if (reader.isOpen) reader.close()
      if (!writer.isOpen) return
      checkpointLog(writer)
      writer.close()
    },
  }
}

/** One for writing, and a read-only one that never waits for it. */
function openConnections(
  file: string,
  { listener, longCommits }: { readonly listener: Listener; readonly longCommits: LongCommits },
) {
  const [writer, reader] = [connect(file), connect(file, { readOnly: true })]
  // Whoever asks it has waited before, and must not find it closed afterwards.
  const readerSql = sqlOver(reader, listener, () => undefined)
  return {
    writer,
    reader,
    readerSql,
    tx: sqlOver(writer, undefined, () => {
      longCommits.count(writer)
      return letOthers()
    }),
    dataVersion: writer.prepare('pragma data_version'),
  }
}

/** On its own connection: other readers must not be stuck at this snapshot. */
async function readAtOnce<T>(file: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const db = connect(file)
  try {
    db.exec('pragma query_only = on; begin')
    return await work(sqlOver(db))
  } finally {
    db.close()
  }
}
