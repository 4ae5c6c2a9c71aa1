import { join } from 'node:path'
import { createOrganisation, openStore, type ServerOptions, type StoreLocation } from '@svc/server'
import { runJob } from '@svc/server/jobs'
import { startServer } from '@svc/server/serve'

/** The real server in a separate process, which a test may kill. It ends with its parent. */

export interface LaunchOptions {
  readonly location: StoreLocation
  /** The owner's token of the first organisation, which is made if there is none. */
  readonly token: string
  readonly server?: Pick<Partial<ServerOptions>, 'fetchAllow' | 'rateLimit' | 'webhookTiming'>
}

export type Order =
  | { readonly id: number; readonly job: string }
  /** Sets the clock: from now on it is so many milliseconds ahead. */
  | { readonly id: number; readonly aheadMs: number }

export type Message =
  | { readonly url: string; readonly hasMadeOrganisation: boolean }
  | { readonly failure: string }
  | { readonly error: string }
  | { readonly id: number; readonly done: string }

const { location, token, server: options = {} } = JSON.parse(process.argv[2] ?? '') as LaunchOptions
let aheadMs = 0
const now = (): Date => new Date(Date.now() + aheadMs)
const tell = (message: Message): void => {
  if (process.connected) process.send?.(message)
}

process.on('disconnect', () => process.exit(1))

try {
  const store = await openStore(location)
  const made = await createOrganisation(store, {
    name: 'Whole system',
    ownerEmail: 'owner@test.example',
    token,
    onlyFirst: true,
  })
  const server = await startServer({
    store,
    host: '127.0.0.1',
    port: 0,
    rateLimit: 'off',
    fetchAllow: [],
    masterKey: { file: join(location.dataDir, 'master.key'), mayMakeFile: true },
    log: (line) => line.level === 'error' && tell({ error: JSON.stringify(line) }),
    now,
    ...options,
  })
  process.on('SIGTERM', async () => {
    await server.close()
    await store.close()
    process.exit(0)
  })
  process.on('message', async (order: Order) => {
    if ('aheadMs' in order) aheadMs = order.aheadMs
    const done = 'job' in order ? await runJob({ store, now }, order.job).then(summaryOf, String) : ''
    tell({ id: order.id, done })
  })
  tell({ url: server.url, hasMadeOrganisation: made !== undefined })
} catch (error) {
  tell({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  process.exitCode = 1
  process.disconnect?.()
}

function summaryOf({ summary }: { readonly summary: string }): string {
  return summary
}
