import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { scratchTables } from './scratch-tables.ts'

/** Short: a request waits for it, and the whole process with it. */
const busyTimeoutMs = 200
const openDeadlineMs = 1_000

export const scratchFile = (dataDir: string): string => join(dataDir, 'scratch.db')

/**
 * SQLite's substitute for unlogged tables: a separate file, so that writing to it does not wait for the disk, does
 * not lock the real database and does not look like a change there. If the file cannot be used, memory is.
 */
export function openScratchFile(dataDir: string): DatabaseSync {
  const file = scratchFile(dataDir)
  const deadline = Date.now() + openDeadlineMs
  for (;;) {
    try {
      return connect(file)
    } catch (error) {
      const code = errcode(error)
      if (Date.now() > deadline || !(code === busy || isDamaged(code))) return connect(':memory:')
      // Perhaps damaged by a power cut. Nothing in it is worth keeping.
      if (isDamaged(code)) for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    db.exec('pragma synchronous = off; pragma journal_mode = wal; pragma journal_size_limit = 1048576')
    for (const table of Object.values(scratchTables)) db.exec(table)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const busy = 5
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const isDamaged = (code: number): boolean => code === 11 || code === 26

const errcode = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : 0
