import { existsSync } from 'node:fs'
import { chmod, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { migrations } from './migrations/index.ts'
import { openEpochFile } from './epoch-file.ts'

/** What an SQLite database file contains, read without changing it. */
export interface FileReport {
  /** Why it cannot be used; empty if it can. */
  readonly problems: readonly string[]
  readonly organisations: number
}

/**
 * One consistent file, whatever is written to the source meanwhile: all pages are read in one step, since a copy in
 * several steps would start over after every write by another process.
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const from = new DatabaseSync(source, { timeout: 5_000 })
  try {
    await backup(from, target, { rate: 2 ** 31 - 1 })
  } finally {
    from.close()
  }
  await chmod(target, 0o600)
  withDatabase(target, (db) => db.exec('pragma journal_mode = delete'))
}

/** Whether the file is a complete svc database that this program can work with. */
export function inspectDatabase(file: string): FileReport {
  try {
    return withDatabase(file, (db) => ({ problems: problemsOf(db), organisations: countOrganisations(db) }))
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)], organisations: 0 }
  }
}

/** Whether another process has the database open. One that is too damaged to be read counts as free. */
export function isInUse(file: string): boolean {
  try {
    // Only the last connection can give up the log file, which also checkpoints it into the database.
    withDatabase(file, (db) => db.exec('pragma journal_mode = delete'))
    return false
  } catch (error) {
    return isBusy(error)
  }
}

/** Puts a database in place of an existing one, if any, which is kept under the given name. */
export async function replaceDatabase(
  from: string,
  place: { readonly file: string; readonly keepAs: string },
): Promise<void> {
  const folder = dirname(place.file)
  await syncToDisk(from)
  for (const end of ['', '-wal']) {
    if (existsSync(place.file + end)) await rename(place.file + end, place.keepAs + end)
  }
  // A log that belongs to another database would be replayed into the new one.
  await rm(`${place.file}-shm`, { force: true })
  await rename(from, place.file)
  // Tells the next process to open it that the database was replaced, even if it is too old to have an epoch.
  const epochFile = openEpochFile(place.file)
  epochFile.write({ epoch: 'restored' })
  epochFile.close()
  await syncToDisk(folder)
}

export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function withDatabase<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { timeout: 1_000 })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

function problemsOf(db: DatabaseSync): readonly string[] {
  const tables = db.prepare(`select name from sqlite_master where type = 'table'`).all()
  if (!tables.some(({ name }) => name === 'schema_migrations')) return ['it is not a database of svc']
  const integrity = db
    .prepare('pragma integrity_check(5)')
    .all()
    .map((row) => String(row.integrity_check))
  if (integrity.join() !== 'ok') return integrity
  const applied = db.prepare('select id from schema_migrations').all()
  const unknown = applied.filter(({ id }) => !migrations.some((migration) => migration.id === id))
  return unknown.map(({ id }) => `it is newer than this program, which does not know ${id}`)
}

function countOrganisations(db: DatabaseSync): number {
  const tables = db.prepare(`select 1 from sqlite_master where name = 'organisations'`).all()
  if (tables.length === 0) return 0
  return Number(db.prepare('select count(*) as count from organisations').get()?.count)
}

const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
