import { existsSync } from 'node:fs'
import type { StoreLocation } from '@svc/server'
import type { Server } from './server-module.ts'

/**
 * Whether another process has a SQLite database open. Who writes long there holds the only place to write, and a
 * server that waits for it answers nobody. To be asked before the database is opened here too.
 */
export function isInUseElsewhere(
  { databaseFile, isInUse }: Server,
  { dataDir, databaseUrl }: StoreLocation,
): boolean {
  const file = databaseFile(dataDir)
  return !databaseUrl && existsSync(file) && isInUse(file)
}
