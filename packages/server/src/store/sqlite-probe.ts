import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { primaryCode, sqliteFailure } from './sqlite-trouble.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const minFreeBytes = 1024 * 1024
const busy = 5

export interface Probe {
  check(): void
  close(): void
}

/** Checks whether a write could begin and has disk space. On its own connection, so that it never waits. */
export function createProbe(file: string): Probe {
  let db: DatabaseSync | undefined
  return {
    check() {
      try {
        db ??= new DatabaseSync(file, { timeout: 0 })
        db.exec('begin immediate')
        db.exec('rollback')
      } catch (error) {
        // Another process is writing right now, so writes work.
        if (primaryCode(error) !== busy) throw sqliteFailure(error)
      }
      const { bavail, bsize } = statfsSync(dirname(file))
      if (bavail * bsize < minFreeBytes) throw new DatabaseUnavailable('full')
    },
    close() {
      db?.close()
      db = undefined
    },
  }
}
