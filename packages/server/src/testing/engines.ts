import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openStore, type Store, type StoreLocation } from '../store/open.ts'
import { generousTimeouts } from './timeouts.ts'
import { startPostgres } from './postgres.ts'
import { quickTmpdir } from './quick-dir.ts'
import { copyTemplate } from './templates.ts'

export type EngineName = 'sqlite' | 'postgres'

/** The same suite on each engine. If PostgreSQL is unavailable, the tests are reported as skipped. */
export function onEachEngine(define: (engine: EngineName) => void): void {
  describe('sqlite', () => define('sqlite'))
  if (process.env.SVC_TEST_DATABASE_URL) describe('postgres', () => define('postgres'))
  else
    test('postgres', {
      skip: 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it',
    }, () => {})
}

export interface TestStore {
  readonly store: Store
  readonly location: StoreLocation
  remove(): Promise<void>
}

/** A new store on an engine, with all tables and nothing in them. */
export async function openTestStore(
  engine: EngineName,
  { quota }: Pick<StoreLocation, 'quota'> = {},
): Promise<TestStore> {
  const dataDir = await mkdtemp(join(quickTmpdir(), 'svc-test-'))
  const server = engine === 'postgres' ? await startPostgres() : undefined
  if (server && 'unavailable' in server) throw new Error(server.unavailable)
  const location = { ...(await copyTemplate(dataDir, server)), postgres: generousTimeouts, quota }
  const store = await openStore(location)
  return {
    store,
    location,
    remove: async () => {
      await store.close()
      await server?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
