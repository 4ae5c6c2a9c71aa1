import { createGuardedFetch } from './outbound/guarded-fetch.ts'
import { type OnCallSource, withoutCredentials } from './outbound/oncall.ts'
import { createApp } from './http/app.ts'
import { readRateLimit } from './http/rate-limit.ts'
import { type Log, startSchedule } from './services/jobs/schedule.ts'
import type { Store } from './store/open.ts'

export interface ServerOptions {
  readonly store: Store
  readonly host: string
  readonly port: number
  /** `2000/10s`, or `off`. */
  readonly rateLimit: string | undefined
  /** Hosts and networks that may be fetched though they are not public. */
  readonly fetchAllow: readonly string[]
  readonly log: Log
  /** Whether each request gets a line in the log too. */
  readonly logsRequests?: boolean
  readonly onCall?: OnCallSource
  readonly now?: () => Date
}

export interface RunningServer {
  readonly url: string
  /** Drains requests and background work. The store stays open. */
  close(): Promise<void>
}

/** Where everything meets: store, services, HTTP and background work. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { store, host, port, log, onCall = withoutCredentials, now = () => new Date() } = options
  const fetch = createGuardedFetch({ allow: options.fetchAllow })
  const rateLimit = readRateLimit(options.rateLimit)
  const app = createApp({
    store,
    fetch,
    onCall,
    now,
    log,
    rateLimit,
    logsRequests: options.logsRequests ?? false,
  })
  const url = await app.listen({ host, port })
  const schedule = startSchedule({ store, now, onCall }, log)
  return {
    url,
    close: async () => {
      // A connection that was busy when closing began stays open after its answer, as keep-alive.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
      await app.close()
      clearInterval(sweep)
      await Promise.all([schedule.stop(), fetch.close()])
    },
  }
}
