import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { primaryCode, sqliteFailure } from './sqlite-trouble.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const leastFreeBytes = 1024 * 1024
const busy = 5

export interface Probe {
  check(): void
  close(): void
}

/** Finds out whether a write could begin and would have room. On a connection of its own, so that it never waits. */
export function createProbe(file: string): Probe {
  let db: DatabaseSync | undefined
  return {
    check() {
      try {
        db ??= new DatabaseSync(file, { timeout: 0 })
        db.exec('begin immediate')
        db.exec('rollback')
      } catch (error) {
        // Somebody is writing right now, so one can.
        if (primaryCode(error) !== busy) throw sqliteFailure(error)
      }
      const { bavail, bsize } = statfsSync(dirname(file))
      if (bavail * bsize < leastFreeBytes) throw new DatabaseUnavailable('full')
    },
    close() {
      db?.close()
      db = undefined
    },
  }
}
