import { promisify } from 'node:util'
import type { Log } from './services/jobs/log.ts'
import type { ErrorTrackerSource } from './outbound/error-trackers.ts'
import { createGuardedFetch } from './outbound/guarded-fetch.ts'
import type { OnCallSource } from './outbound/oncall.ts'
import type { AnswerLimits } from './http/answer-memory.ts'
import { createApp } from './http/app.ts'
import type { StreamOptions } from './http/event-streams.ts'
import { readPublicUrl } from './http/place/public-url.ts'
import { readTrustedProxies } from './http/place/trusted-proxies.ts'
import { readRateLimit } from './http/rate-limit.ts'
import { logOutages } from './services/database-outage.ts'
import { createProviderTrial } from './services/identity-providers/trial.ts'
import { createIntegrationTrial } from './services/integrations/trial.ts'
import { startSchedule } from './services/jobs/schedule.ts'
import { createSpecFetch } from './services/specs/fetch.ts'
import { createDemandLimit, type DemandLimits } from './services/upstreams/demand-limit.ts'
import { type OutsideOptions, openOutside } from './services/upstreams/outside.ts'
import { type MasterKeySource, openMasterKeys } from './services/vault/master-keys.ts'
import { createVault } from './services/vault/vault.ts'
import { startDispatcher, type WebhookTiming } from './services/webhooks/dispatcher.ts'
import { createSealer } from './services/webhooks/sealer.ts'
import { createWebhookSender } from './services/webhooks/sender.ts'
import type { Store } from './store/open.ts'

export interface ServerOptions extends OutsideOptions {
  readonly store: Store
  readonly host: string
  readonly port: number
  /** `2000/10s`, or `off`. */
  readonly rateLimit: string | undefined
  /** Where svc is reached, such as https://example.com/svc; else on this machine. */
  readonly publicUrl?: string | undefined
  /** Networks whose X-Forwarded-* headers are believed, with commas between; none by default. */
  readonly trustedProxies?: string | undefined
  /** With this one /metrics shows everything; other credentials see their own organisation. */
  readonly metricsToken?: string | undefined
  readonly log: Log
  /** Whether each request gets a line in the log too. */
  readonly logsRequests?: boolean
  /** In place of asking the providers with the vault's credentials. */
  readonly onCall?: OnCallSource
  readonly errorTrackers?: ErrorTrackerSource
  /** Without one the vault takes no values. */
  readonly masterKey?: MasterKeySource
  readonly webhookTiming?: WebhookTiming
  readonly answerLimits?: Partial<AnswerLimits>
  readonly streams?: StreamOptions
  readonly demandLimits?: Partial<DemandLimits>
  readonly now?: () => Date
}

export interface RunningServer {
  /** Where it listens. */
  readonly url: string
  /** What links to it begin with. */
  readonly publicUrl: string
  /** Requests that have not been answered yet, while it closes. */
  unanswered(): Promise<number>
  /** Drains requests and background work. The store stays open. */
  close(): Promise<void>
}

const webhookTimeoutMs = 15_000

/** Where everything meets: store, services, HTTP and background work. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { store, host, port, log, now = () => new Date() } = options
  const masterKeys = openMasterKeys(options.masterKey ?? {})
  const vault = createVault(store, masterKeys, now)
  const outside = openOutside(store, vault, options)
  const { fetch, specFetch, identityFetch, sloSource, domainProofs } = outside
  const { onCall = outside.onCall, errorTrackers = outside.errorTrackers } = options
  const hooks = createGuardedFetch({ allow: options.fetchAllow, timeoutMs: webhookTimeoutMs, onlyHead: true })
  const webhooks = createWebhookSender({ fetch: hooks, sealer: createSealer(masterKeys), now })
  const demand = createDemandLimit(options.demandLimits)
  const rateLimit = readRateLimit(options.rateLimit)
  const publicUrl = options.publicUrl ? readPublicUrl(options.publicUrl) : undefined
  const place = { publicUrl, proxies: readTrustedProxies(options.trustedProxies) }
  const app = createApp({
    store,
    fetchSpec: createSpecFetch({ fetch: specFetch, vault, demand }),
    demand,
    onCall,
    errorTrackers,
    vault: { put: vault.put },
    tryIntegration: createIntegrationTrial({ fetch, vault }),
    tryProvider: createProviderTrial({ fetch: identityFetch, vault }),
    domainProofs,
    webhooks,
    now,
    log,
    rateLimit,
    place,
    metricsToken: options.metricsToken,
    logsRequests: options.logsRequests ?? false,
    streams: options.streams,
    answerLimits: options.answerLimits,
  })
  store.onOutage(logOutages(log))
  const url = await app.listen({ host, port })
  const schedule = startSchedule({ store, now, onCall, errorTrackers, sloSource, domainProofs, log }, log)
  const dispatcher = startDispatcher({ store, sender: webhooks, now, log, ...options.webhookTiming })
  return {
    url,
    publicUrl: publicUrl?.url ?? `http://localhost:${new URL(url).port || 80}`,
    // Idle connections are closed by then, so those that are left carry a request.
    unanswered: () => promisify(app.server.getConnections.bind(app.server))(),
    close: async () => {
      // A connection that was busy when closing began stays open after its answer, as keep-alive.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
      await app.close()
      clearInterval(sweep)
      await Promise.all([schedule.stop(), dispatcher.stop(), outside.close(), hooks.close()])
    },
  }
}
