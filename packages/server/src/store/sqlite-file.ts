import { closeSync, fstatSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFailure } from './sqlite-trouble.ts'
import { troubleOf } from './unavailable.ts'
import type { Witness } from './witness.ts'

export const databaseFile = (dataDir: string): string => join(dataDir, 'svc.db')

/** Notices when a database file is replaced beneath the connections to it, which do not notice it themselves. */
export function watchFile(file: string, witness: Witness) {
  const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })
  let seen = statOf(file)
  const inodeOfLog = () => statOf(`${file}-wal`)?.ino
  let log = inodeOfLog()
  /** Whether the file that was opened is elsewhere now, and another in its place. */
  const isMoved = (): boolean => statOf(file)?.ino !== seen?.ino
  /** Whether something was put in its place or written over it, as opposed to having changed in some way. */
  const isAnother = (): boolean => isMoved() || stateOf(file) !== 'in use'

  return {
    /** Asked before anything is read or written, so one look at the file is all that it costs. */
    isReplaced(): boolean {
      const now = statOf(file)
      // While there is no file, another may be about to come.
      if (!now || (now.ino === seen?.ino && now.ctimeMs === seen.ctimeMs)) return false
      if (isAnother() || !isAsWitnessed(file, witness)) return true
      seen = now
      return false
    },
    isMoved,
    isAnother,
    /** Whether nothing is in its place: what is written to the one that was opened, no other would see. */
    isGone: (): boolean => statOf(file) === undefined,
    /** Whether there is nothing to open: it was removed, or a backup is being written over it. */
    isAway: (): boolean => ['absent', 'unfinished'].includes(stateOf(file)),
    /** After a write of ours, which may have emptied the log into the file. */
    noteWrite(): void {
      const now = statOf(file)
      if (now?.ino === seen?.ino) seen = now
      log ??= inodeOfLog()
    },
    /** Somebody removed the log, or there is another in its place: what goes into ours now, no other would see. */
    hasLostLog: (): boolean => log !== undefined && inodeOfLog() !== log,
    /** Before the file is opened anew: a log that belongs to the one before would be replayed into it. */
    clear(): void {
      // Where no file is in its place, the one before may come back, and want its log.
      if (statOf(file)?.isFile() && isMoved() && log !== undefined && inodeOfLog() === log) removeLog(file)
      dropForeignLog(file)
    },
    begin(): void {
      seen = statOf(file)
      log = inodeOfLog()
    },
    inode: (): string => String(statSync(file, { bigint: true }).ino),
  }
}

/** A backup was written over the file: the log beside it belongs to what was there before, and would spoil it. */
export function dropForeignLog(file: string): void {
  const logOf = () => statSync(`${file}-wal`, { throwIfNoEntry: false, bigint: true })
  const log = logOf()
  if (!log || stateOf(file) !== 'backup') return
  // Another process may have done so, and have begun a log of its own.
  const now = logOf()
  if (now?.ino === log.ino && now.birthtimeNs === log.birthtimeNs) removeLog(file)
}

function removeLog(file: string): void {
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
}

type FileState = 'in use' | 'backup' | 'unfinished' | 'absent'

/**
 * Byte 18 of a file that SQLite keeps a log for is 2. That of a backup, which needs none, is 1; how long one is
 * stands in its header, so that it can be told from one of which only the beginning has been written.
 */
function stateOf(file: string): FileState {
  const header = Buffer.alloc(100)
  try {
    const handle = openSync(file, 'r')
    try {
      if (readSync(handle, header, 0, header.length, 0) < header.length) return 'unfinished'
      if (header[18] !== 1) return 'in use'
      const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
      return fstatSync(handle).size < header.readUInt32BE(28) * pageSize ? 'unfinished' : 'backup'
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'absent'
    // Whoever opens it finds out what is wrong with it.
    return 'in use'
  }
}

/** Whether a file that was written to only holds what svc has written: SQLite does so when it empties its log. */
function isAsWitnessed(file: string, witness: Witness): boolean {
  const seen = witness.read()
  if (!seen) return true
  const { partitionId = null, revision = 0, seq = 0 } = seen.commit ?? {}
  const db = new DatabaseSync(file, { timeout: 1_000 })
  try {
    const text = `select e.epoch, p.revision, p.last_seq from epoch e left join partitions p on p.id = ?`
    const row = db.prepare(text).get(partitionId)
    return row?.epoch === seen.epoch && Number(row.revision) >= revision && Number(row.last_seq) >= seq
  } catch (error) {
    // Another process may hold the file for a moment, which says nothing about what is in it.
    return troubleOf(sqliteFailure(error)) === 'contended'
  } finally {
    db.close()
  }
}
