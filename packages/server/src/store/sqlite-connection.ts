import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { usualSettings } from './sqlite-long-commits.ts'
import { primaryCode, sqliteFailure } from './sqlite-trouble.ts'
import { DatabaseUnavailable, troubleOf } from './unavailable.ts'

const minSafeVersion = '3.51.3'
const busyTimeoutMs = 5_000
const retryMs = 2
const busy = 5
const ioError = 10

export function connect(file: string, { readOnly = false } = {}): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly })
  useWriteAheadLog(db)
  db.exec('pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory')
  // The log may grow beyond this during a long read, and shrinks again afterwards.
  db.exec(`pragma journal_size_limit = ${16 * 1024 * 1024}`)
  // 16 MiB of pages: with the default of two, walking a large catalog reads most of them from the file again.
  db.exec(usualSettings)
  return db
}

/** Older versions could corrupt a database in WAL mode when two connections wrote at the same moment. */
export function safeVersion(db: DatabaseSync): string {
  const { version } = db.prepare('select sqlite_version() as version').get() as { version: string }
  const [a = 0, b = 0, c = 0] = version.split('.').map(Number)
  const [x = 0, y = 0, z = 0] = minSafeVersion.split('.').map(Number)
  if (a * 1e6 + b * 1e3 + c >= x * 1e6 + y * 1e3 + z) return version
  throw new Error(`SQLite ${version} can lose data; svc needs ${minSafeVersion} or later. Run it on Node 26.`)
}

/** Processes that do this to a new database at the same moment block each other, whatever timeout is set. */
function useWriteAheadLog(db: DatabaseSync): void {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      db.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (primaryCode(error) !== busy || Date.now() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** Waits its turn behind other processes without blocking this one. */
export async function beginWriting(db: DatabaseSync): Promise<void> {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      db.exec('pragma busy_timeout = 0; begin immediate')
      return
    } catch (error) {
      if (primaryCode(error) !== busy || Date.now() > deadline) throw error
      await sleep(retryMs)
    } finally {
      db.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
    }
  }
}

/** What a full or damaged disk does not accept stays in the log; the next start finds it there. */
export function checkpointLog(db: DatabaseSync): void {
  try {
    db.exec('pragma wal_checkpoint(truncate)')
  } catch (error) {
    if (troubleOf(sqliteFailure(error)) === undefined) throw error
  }
}

/** If the disk failed in the middle of it, the next start may still find the commit in the log. */
export function commit(db: DatabaseSync): void {
  try {
    db.exec('commit')
  } catch (error) {
    throw primaryCode(error) === ioError ? new DatabaseUnavailable('unknown-outcome', error) : error
  }
}
