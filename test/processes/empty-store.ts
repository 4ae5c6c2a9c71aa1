import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoreLocation } from '@svc/server'
import { type EngineName, generousTimeouts, quickTmpdir, startPostgres } from '@svc/server/testing'

export interface EmptyStore {
  readonly location: StoreLocation
  remove(): Promise<void>
}

/** A store that no server has used yet: not even the tables exist. */
export async function emptyStore(engine: EngineName, parent = quickTmpdir()): Promise<EmptyStore> {
  const dataDir = await mkdtemp(join(parent, 'svc-whole-'))
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  if (postgres && 'unavailable' in postgres) throw new Error(postgres.unavailable)
  return {
    location: { dataDir, databaseUrl: await postgres?.createDatabase(), postgres: generousTimeouts },
    remove: async () => {
      await postgres?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
