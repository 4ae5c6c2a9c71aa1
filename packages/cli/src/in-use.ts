import { existsSync } from 'node:fs'
import type { StoreLocation } from '@svc/server'
import type { Server } from './server-module.ts'

/**
 * Whether another process has an SQLite database open. A long write holds the only write lock, and a server
 * that waits for it cannot answer. Must be called before the database is opened here as well.
 */
export function isInUseElsewhere(
  { databaseFile, isInUse }: Server,
  { dataDir, databaseUrl }: StoreLocation,
): boolean {
  const file = databaseFile(dataDir)
  return !databaseUrl && existsSync(file) && isInUse(file)
}
