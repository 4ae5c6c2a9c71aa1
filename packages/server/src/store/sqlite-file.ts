import { closeSync, fstatSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFailure } from './sqlite-trouble.ts'
import { troubleOf } from './unavailable.ts'
import type { EpochFile } from './epoch-file.ts'

export const databaseFile = (dataDir: string): string => join(dataDir, 'svc.db')

/** Detects that a database file was replaced under its open connections, which do not notice it themselves. */
export function watchFile(file: string, epochFile: EpochFile) {
  const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })
  let seen = statOf(file)
  const inodeOfLog = () => statOf(`${file}-wal`)?.ino
  let log = inodeOfLog()
  /** Whether the opened file was moved away and another is in its place. */
  const isMoved = (): boolean => statOf(file)?.ino !== seen?.ino
  /** Whether another file was put in its place or written over it, as opposed to any other change. */
  const isAnother = (): boolean => isMoved() || stateOf(file) !== 'in use'

  return {
    /** Called before every read and write, so it costs no more than one look at the file. */
    isReplaced(): boolean {
      const now = statOf(file)
      // While there is no file, another may be about to appear.
      if (!now || (now.ino === seen?.ino && now.ctimeMs === seen.ctimeMs)) return false
      if (isAnother() || !matchesEpochFile(file, epochFile)) return true
      seen = now
      return false
    },
    isMoved,
    isAnother,
    /** Whether nothing is in its place: nobody else would see what is written to the file that was opened. */
    isGone: (): boolean => statOf(file) === undefined,
    /** Whether there is nothing to open: it was removed, or a backup is being written over it. */
    isAway: (): boolean => ['absent', 'unfinished'].includes(stateOf(file)),
    /** After a write of ours, which may have checkpointed the log into the file. */
    noteWrite(): void {
      const now = statOf(file)
      if (now?.ino === seen?.ino) seen = now
      log ??= inodeOfLog()
    },
    /** Whether the log was removed or replaced: nobody else would see what we write to ours. */
    hasLostLog: (): boolean => log !== undefined && inodeOfLog() !== log,
    /** Before the file is reopened: a log that belongs to the previous file would be replayed into it. */
    clear(): void {
      // If no file is in its place, the previous one may come back and need its log.
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

/** A backup was written over the file: the log beside it belongs to the previous contents and would corrupt it. */
export function dropForeignLog(file: string): void {
  const logOf = () => statSync(`${file}-wal`, { throwIfNoEntry: false, bigint: true })
  const log = logOf()
  if (!log || stateOf(file) !== 'backup') return
  // Another process may have done so and started its own log.
  const now = logOf()
  if (now?.ino === log.ino && now.birthtimeNs === log.birthtimeNs) removeLog(file)
}

function removeLog(file: string): void {
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
}

type FileState = 'in use' | 'backup' | 'unfinished' | 'absent'

/**
 * Byte 18 of a file in WAL mode is 2. That of a backup, which needs no log, is 1; its header states its length, so
 * that it can be told from one that is still being written.
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
    // Opening it will show what is wrong.
    return 'in use'
  }
}

/** Whether a modified file contains what svc wrote: SQLite itself modifies it when it checkpoints the log. */
function matchesEpochFile(file: string, epochFile: EpochFile): boolean {
  const seen = epochFile.read()
  if (!seen) return true
  const { partitionId = null, revision = 0, seq = 0 } = seen.commit ?? {}
  const db = new DatabaseSync(file, { timeout: 1_000 })
  try {
    const text = `select e.epoch, p.revision, p.last_seq from epoch e left join partitions p on p.id = ?`
    const row = db.prepare(text).get(partitionId)
    return row?.epoch === seen.epoch && Number(row.revision) >= revision && Number(row.last_seq) >= seq
  } catch (error) {
    // Another process may hold the file for a moment, which says nothing about its contents.
    return troubleOf(sqliteFailure(error)) === 'contended'
  } finally {
    db.close()
  }
}
