import { join } from 'node:path'
import { type ServerOptions, startServer } from '../main.ts'
import { openStore, type Store, type StoreLocation } from '../store/open.ts'

/** The defaults of every test server: on this machine, without limits, and without DNS. */
export const testServerDefaults = {
  host: '127.0.0.1',
  port: 0,
  rateLimit: 'off',
  fetchAllow: [],
  dnsServers: ['127.0.0.1:1'],
} as const

export interface ServerOn {
  readonly store: Store
  readonly url: string
  close(): Promise<void>
}

/** One of possibly several servers on an existing database. */
export async function serverOn(
  location: StoreLocation,
  options: Partial<ServerOptions> = {},
): Promise<ServerOn> {
  const store = await openStore(location)
  const server = await startServer({
    store,
    ...testServerDefaults,
    masterKey: { file: join(location.dataDir, 'master.key'), mayMakeFile: true },
    log: (line) => line.level === 'error' && console.error(line),
    ...options,
  })
  return {
    store,
    url: server.url,
    close: async () => {
      await server.close()
      await store.close()
    },
  }
}
