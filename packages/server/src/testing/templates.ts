import { constants } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../store/migrate.ts'
import type { StoreLocation } from '../store/open.ts'
import { openEngine } from '../store/open-engine.ts'
import { databaseFile } from '../store/sqlite-file.ts'
import type { Postgres } from './postgres.ts'
import { quickTmpdir } from './quick-dir.ts'

export interface Templates {
  /** What child processes need in their environment to copy these. */
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

const variables = { sqlite: 'SVC_TEST_SQLITE_TEMPLATE', postgres: 'SVC_TEST_POSTGRES_TEMPLATE' } as const

/**
 * An empty database of each engine with today's tables, made once for a run: a suite copies it in a fraction
 * of the time that the migrations take.
 */
export async function makeTemplates(
  postgres: Pick<Postgres, 'createDatabase'> | undefined,
): Promise<Templates> {
  const dataDir = await mkdtemp(join(quickTmpdir(), 'svc-template-'))
  const databaseUrl = await postgres?.createDatabase()
  await migrated({ dataDir })
  if (databaseUrl) await migrated({ dataDir, databaseUrl })
  return {
    env: {
      [variables.sqlite]: databaseFile(dataDir),
      ...(databaseUrl && { [variables.postgres]: new URL(databaseUrl).pathname.slice(1) }),
    },
    // PostgreSQL's is dropped with all others that were created there.
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** No store is opened: what a store writes when it is first opened must differ between copies. */
async function migrated(location: StoreLocation): Promise<void> {
  const engine = await openEngine(location)
  await migrate(engine)
  await engine.close()
}

/** If the run has no template, an empty database, in which the store creates its tables itself. */
export async function copyTemplate(dataDir: string, postgres: Postgres | undefined): Promise<StoreLocation> {
  if (postgres) {
    return { dataDir, databaseUrl: await postgres.createDatabase(process.env[variables.postgres]) }
  }
  const file = process.env[variables.sqlite]
  if (file) await copyFile(file, databaseFile(dataDir), constants.COPYFILE_FICLONE)
  return { dataDir }
}
