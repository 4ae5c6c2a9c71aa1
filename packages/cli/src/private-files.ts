import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreLocation } from '@svc/server'
import type { Server } from './server-module.ts'

export interface OpenFile {
  readonly path: string
  /** As `chmod` writes it. */
  readonly mode: string
}

/** Our own files in the data directory that other users can read or change. */
export function openFilesIn(dataDir: string, { ownFile }: Server): readonly OpenFile[] {
  if (process.platform === 'win32') return []
  return namesIn(dataDir)
    .filter((name) => ownFile(name) !== undefined)
    .map((name) => ({ path: join(dataDir, name), mode: modeOf(join(dataDir, name)) }))
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ path, mode }) => ({ path, mode: mode.toString(8) }))
}

/**
 * Restricts what an earlier version or another umask left accessible, before SQLite opens it: its log gets
 * the mode of the database. Files of other users cannot be changed here; "svc doctor" reports them.
 */
export function closeOpenFiles({ dataDir, databaseUrl }: StoreLocation, server: Server): void {
  if (databaseUrl) return
  for (const { path } of openFilesIn(dataDir, server)) {
    try {
      chmodSync(path, modeOf(path) & 0o700)
    } catch {
      // Not ours to change.
    }
  }
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

const modeOf = (path: string): number => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777
