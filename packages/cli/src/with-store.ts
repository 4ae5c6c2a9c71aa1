import { existsSync } from 'node:fs'
import type { Database, Quota, Store, StoreLocation } from '@svc/server'
import type { Server } from './server-module.ts'
import { storeFailure } from './explain.ts'
import { Failure, UsageError } from './failure.ts'
import { closeOpenFiles } from './private-files.ts'
import type { StoreValues } from './store-options.ts'
import { noWait, waitForDatabase, type Waiting } from './wait-for-database.ts'
import { readCount } from './values.ts'

export interface Opened {
  readonly store: Store
  readonly server: Server
}

/** Runs the work on the store that the options name, creating it if necessary. */
export async function withNewStore<T>(
  values: StoreValues & { readonly quota?: Quota },
  work: (opened: Opened) => Promise<T>,
  waiting: Waiting = noWait,
): Promise<T> {
  const server = await import('@svc/server')
  const location = locationOf(values)
  closeOpenFiles(location, server)
  const store = await waitForDatabase(() => server.openStore(location), {
    ...waiting,
    explain: (error) => storeFailure(error, location),
  })
  try {
    return await work({ store, server })
  } finally {
    await store.close()
  }
}

/** The same on a store that must exist: a mistyped directory must not become an empty database. */
export async function withStore<T>(values: StoreValues, work: (opened: Opened) => Promise<T>): Promise<T> {
  requireDatabase(await import('@svc/server'), locationOf(values))
  return withNewStore(values, work)
}

/** The database as it is, without bringing its schema up to date. */
export async function withDatabase<T>(
  values: StoreValues,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const server = await import('@svc/server')
  const location = locationOf(values)
  closeOpenFiles(location, server)
  const database = await server.openDatabase(location).catch((error) => {
    throw storeFailure(error, location)
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export function requireDatabase({ databaseFile }: Server, { dataDir, databaseUrl }: StoreLocation): void {
  if (databaseUrl || existsSync(databaseFile(dataDir))) return
  throw new Failure(
    `There is no database in ${dataDir} yet: create one with "svc serve" or "svc org create", or choose its directory with --data-dir.`,
  )
}

export function locationOf(values: StoreValues & { readonly quota?: Quota }): StoreLocation {
  const databaseUrl = values['database-url']
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    throw new UsageError('--database-url must be an address such as postgres://user:password@host:5432/name.')
  }
  const postgres = {
    poolSize: readCount(values['pg-pool'], '--pg-pool', { from: 2, to: 1000 }),
    prepared: values['pg-prepared'] === 'on',
    timeoutMs: readCount(values['pg-timeout'], '--pg-timeout', { from: 1, to: 3600 }) * 1_000,
  }
  return { dataDir: values['data-dir'], databaseUrl, postgres, quota: values.quota }
}
