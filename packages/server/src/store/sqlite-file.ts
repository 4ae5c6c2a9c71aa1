import { rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFailure } from './sqlite-trouble.ts'
import { troubleOf } from './unavailable.ts'
import type { Witness } from './witness.ts'

/** Notices when a database file is replaced beneath the connections to it, which do not notice it themselves. */
export function watchFile(file: string, witness: Witness) {
  const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })
  let seen = statOf(file)
  let log = statOf(`${file}-wal`)?.ino

  return {
    /** Asked before anything is read or written, so one look at the file is all that it costs. */
    isReplaced(): boolean {
      const now = statOf(file)
      // While there is no file, another may be about to come.
      if (!now || (now.ino === seen?.ino && now.ctimeMs === seen.ctimeMs)) return false
      if (now.ino !== seen?.ino || !isAsWitnessed(file, witness)) return true
      seen = now
      return false
    },
    /** Before the file is opened anew: a log that belongs to the one before would be replayed into it. */
    clear(): void {
      const isOther = statOf(file)?.ino !== seen?.ino
      if (isOther && log !== undefined && statOf(`${file}-wal`)?.ino === log)
        for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    },
    begin(): void {
      seen = statOf(file)
      log = statOf(`${file}-wal`)?.ino
    },
    inode: (): string => String(statSync(file, { bigint: true }).ino),
  }
}

/** Whether a file that was written to only holds what svc has written: SQLite does so when it empties its log. */
function isAsWitnessed(file: string, witness: Witness): boolean {
  const seen = witness.read()
  if (!seen) return true
  const db = new DatabaseSync(file, { timeout: 1_000 })
  try {
    const row = db
      .prepare('select epoch, (select sum(revision + last_seq) from partitions) as mark from epoch')
      .get()
    return row?.epoch === seen.epoch && Number(row.mark) >= seen.mark
  } catch (error) {
    // Another process may hold the file for a moment, which says nothing about what is in it.
    return troubleOf(sqliteFailure(error)) === 'contended'
  } finally {
    db.close()
  }
}
