import { promisify } from 'node:util'
import type { AnswerLimits } from './http/answer-memory.ts'
import { createApp } from './http/app.ts'
import type { StreamOptions } from './http/event-streams.ts'
import { readTrustedProxies } from './http/place/trusted-proxies.ts'
import { readRateLimit } from './http/rate-limit.ts'
import type { UploadLimits } from './http/uploads.ts'
import { logOutages } from './services/database-outage.ts'
import { defaultTiming, startSchedule } from './services/jobs/schedule.ts'
import { openServices, type ServiceOptions } from './services/services.ts'
import { type MailTiming, startMailDispatcher } from './services/mail/dispatcher.ts'
import { startDispatcher, type WebhookTiming } from './services/webhooks/dispatcher.ts'

export interface ServerOptions extends ServiceOptions {
  readonly host: string
  readonly port: number
  /** `2000/10s`, or `off`. */
  readonly rateLimit: string | undefined
  /** Networks whose X-Forwarded-* headers are believed, with commas between; none by default. */
  readonly trustedProxies?: string | undefined
  /** With this one /metrics shows everything; other credentials see their own organisation. */
  readonly metricsToken?: string | undefined
  /** Whether each request gets a line in the log too. */
  readonly logsRequests?: boolean
  /** How long background work leaves a server that has just started to its first requests. */
  readonly quietStartMs?: number
  readonly webhookTiming?: WebhookTiming
  readonly mailTiming?: MailTiming
  readonly answerLimits?: Partial<AnswerLimits>
  readonly streams?: StreamOptions
  readonly uploads?: Partial<UploadLimits>
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

/** Where everything meets: store, services, HTTP and background work. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { store, host, port, log } = options
  const services = openServices(options)
  const app = createApp(services, {
    rateLimit: readRateLimit(options.rateLimit),
    place: { publicUrl: services.site.configured, proxies: readTrustedProxies(options.trustedProxies) },
    metricsToken: options.metricsToken,
    logsRequests: options.logsRequests ?? false,
    streams: options.streams,
    answerLimits: options.answerLimits,
    uploads: options.uploads,
  })
  store.onOutage(logOutages(log))
  const url = await app.listen({ host, port })
  services.site.listensAt(Number(new URL(url).port || 80))
  const schedule = startSchedule(services, log, { ...defaultTiming, firstMs: options.quietStartMs ?? 0 })
  const dispatcher = startDispatcher(services, options.webhookTiming)
  const mails = startMailDispatcher(services, options.mailTiming)
  return {
    url,
    publicUrl: services.site.url(),
    // Idle connections are closed by then, so those that are left carry a request.
    unanswered: () => promisify(app.server.getConnections.bind(app.server))(),
    close: async () => {
      // A connection that was busy when closing began stays open after its answer, as keep-alive.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
      await app.close()
      clearInterval(sweep)
      await Promise.all([schedule.stop(), dispatcher.stop(), mails.stop(), services.close()])
    },
  }
}
