import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { startPostgres } from '../packages/server/src/testing/postgres.ts'
import type { Engine } from './types.ts'

export interface Store {
  readonly flags: readonly string[]
  /** Maintenance that the engine would do some time after a large import, done now. */
  tidy(): Promise<void>
}

export interface StoreMaker {
  readonly version: string
  newStore(): Promise<Store>
  stop(): Promise<void>
}

export interface Unavailable {
  readonly unavailable: string
}

export const storeMakers = {
  sqlite: async (scratchDir) => {
    const database = new DatabaseSync(':memory:')
    const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string }
    database.close()
    const dirs: string[] = []
    return {
      version: `SQLite ${version}`,
      newStore: async () => {
        const dir = await mkdtemp(join(scratchDir, 'data-'))
        dirs.push(dir)
        return { flags: ['--data-dir', dir], tidy: async () => {} }
      },
      stop: async () => {
        for (const dir of dirs) await rm(dir, { recursive: true, force: true })
      },
    }
  },
  postgres: async () => {
    const postgres = await startPostgres({
      durable: true,
      settings: ['shared_preload_libraries=pg_stat_statements'],
    })
    if ('unavailable' in postgres) return postgres
    return {
      version: `PostgreSQL ${postgres.version}`,
      newStore: async () => {
        const url = await postgres.createDatabase()
        return { flags: ['--database-url', url], tidy: () => vacuum(url) }
      },
      stop: postgres.stop,
    }
  },
} satisfies Record<Engine, (scratchDir: string) => Promise<StoreMaker | Unavailable>>

async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('VACUUM (ANALYZE)')
  await client.end()
}
