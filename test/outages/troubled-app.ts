import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openStore, type ServerOptions, type StoreLocation } from '@svc/server'
import { startServer } from '@svc/server/serve'
import {
  atEnd,
  clientOf,
  newOrganisation,
  testServerDefaults,
  type TestApp,
  type TestOrganisation,
} from '@svc/server/testing'

export interface TroubledApp {
  readonly app: TestApp
  readonly organisation: TestOrganisation
  /** Lines of the log, without those of jobs. */
  readonly log: Readonly<Record<string, unknown>>[]
}

/** A server on a store that a test is going to damage. */
export async function startTroubledApp(
  t: TestContext,
  location: StoreLocation,
  options: Partial<ServerOptions> = {},
): Promise<TroubledApp> {
  const store = await openStore(location)
  const log: Readonly<Record<string, unknown>>[] = []
  const server = await startServer({
    store,
    ...testServerDefaults,
    masterKey: { file: join(location.dataDir, 'master.key'), mayMakeFile: true },
    log: (line) => line.level === 'error' && log.push(line),
    ...options,
  })
  atEnd(t, async () => {
    await server.close()
    await store.close()
  })
  const organisation = await newOrganisation(store, server.url)
  const app: TestApp = {
    store,
    url: server.url,
    location,
    client: (token) => clientOf(server.url, token),
    organisation: async () => organisation,
  }
  return { app, organisation, log }
}
