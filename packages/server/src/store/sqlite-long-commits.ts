import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** A transaction of more statements than this is long. */
const manyStatements = 2_000
/** What a transaction keeps in memory before it writes it to the log, in KiB, and how long the log may grow, in pages. */
export const usualSettings = 'pragma cache_size = -16384; pragma wal_autocheckpoint = 1000'
const settingsWhileLong = 'pragma cache_size = -1024; pragma wal_autocheckpoint = 0'

export interface LongCommits {
  /** Before each statement of a transaction. */
  count(writer: DatabaseSync): void
  /** Before the commit: true if it ends a long transaction, most of which is on the disk by then. */
  prepare(): Promise<boolean>
  /** After the commit of a long transaction: moves it from the log into the database, in a thread. */
  finish(writer: DatabaseSync): void
  /** After any other end. */
  reset(writer: DatabaseSync): void
  idle(): Promise<void>
}

/**
 * A commit writes what is still in memory, waits for the disk, and copies the log into the database if that has grown
 * long: after 13,000 changed records, nobody would be answered for a third of a second. So a long transaction keeps
 * little in memory, the log is flushed before the commit, while others go on, and copied by a thread after it.
 */
export function createLongCommits(file: string): LongCommits {
  let statements = 0
  let copying: Promise<void> | undefined
  const isLong = (): boolean => statements > manyStatements
  return {
    count(writer) {
      statements += 1
      if (statements === manyStatements + 1) writer.exec(settingsWhileLong)
    },
    async prepare() {
      if (isLong()) await flush(`${file}-wal`)
      return isLong()
    },
    finish(writer) {
      statements = 0
      copying ??= checkpoint(file).finally(() => {
        copying = undefined
        if (!isLong()) restore(writer)
      })
    },
    reset(writer) {
      if (isLong() && !copying) restore(writer)
      statements = 0
    },
    idle: async () => copying,
  }
}

/** Fails if the file is damaged, which the next statement will report. */
function restore(writer: DatabaseSync): void {
  try {
    if (writer.isOpen) writer.exec(usualSettings)
  } catch {}
}

/** If it fails, the commit itself waits for the disk. */
async function flush(log: string): Promise<void> {
  const handle = await open(log, 'r+').catch(() => undefined)
  await handle?.datasync().catch(() => {})
  await handle?.close()
}

interface ToCopy {
  readonly file: string
  readonly url: string
  readonly ino: number
  readonly ctimeMs: number
}

/**
 * Copies what no reader still needs, unless the file has been changed or replaced since the commit: a log must not be
 * copied into another. As a file of its own, the program would take three times as much memory to load.
 */
const program = `
  const { statSync } = require('node:fs')
  const { DatabaseSync } = require('node:sqlite')
  const { file, url, ino, ctimeMs } = require('node:worker_threads').workerData
  const db = new DatabaseSync(new URL(url))
  const now = statSync(file)
  if (now.ino === ino && now.ctimeMs === ctimeMs) db.exec('pragma wal_checkpoint(passive)')
  db.close()`

/** Whatever it could not copy is copied after a later commit. */
async function checkpoint(file: string): Promise<void> {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return
  const url = pathToFileURL(file)
  // Creates nothing in place of a file that was moved away.
  url.searchParams.set('mode', 'rw')
  const workerData: ToCopy = { file, url: url.href, ino: stat.ino, ctimeMs: stat.ctimeMs }
  const worker = new Worker(program, { eval: true, workerData, env: {} })
  worker.once('error', () => {})
  await new Promise((resolve) => worker.once('exit', resolve))
}
