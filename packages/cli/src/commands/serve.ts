import { flushCompileCache } from 'node:module'
import type { RunningServer, ServerOptions } from '@svc/server'
import { defineAction, type Io } from '../command.ts'
import { fillFirst } from '../demo-fill.ts'
import { listenFailure } from '../explain.ts'
import { Failure, UsageError } from '../failure.ts'
import { fetchAllowFailure } from '../fetch-allow.ts'
import { ensureOrganisation, ownerOption, readFirstOwner, tokenNotice } from '../first-organisation.ts'
import { checkedKeySource, masterKeyOption, warnAboutLostKeys } from '../master-key.ts'
import { mailOptions, readMail } from '../mail-options.ts'
import { readMetricsToken } from '../metrics-token.ts'
import { outboundOptions, readOutbound } from '../outbound-options.ts'
import { placeOptions, readPlace } from '../place-options.ts'
import { quotaOptions, readQuota } from '../quota-options.ts'
import { rateLimitOption } from '../rate-limit-option.ts'
import { stopSignals } from '../stop-signals.ts'
import { storeOptions } from '../store-options.ts'
import { readCount, readPort } from '../values.ts'
import { type Opened, withNewStore } from '../with-store.ts'

const drainDeadlineMs = 10_000

export const listenOptions = {
  port: {
    type: 'string',
    value: 'PORT',
    about: 'The port to listen on; 0 picks a free one',
    default: '8080',
    env: 'SVC_PORT',
  },
  host: {
    type: 'string',
    value: 'HOST',
    about: 'The address to listen on',
    default: '127.0.0.1',
    env: 'SVC_HOST',
  },
} as const

export const serve = defineAction({
  details: `The console is at the address that it prints, the API reference at /docs. On an empty database it creates an
organisation with an owner and prints, once, a link to set it up in the browser and the owner's token. If
SVC_BOOTSTRAP_TOKEN is set, that is the token and no secrets are printed (create a link with "svc user link").
SIGTERM and Ctrl-C let running requests and jobs finish.`,
  options: {
    ...listenOptions,
    ...placeOptions,
    ...mailOptions,
    ...storeOptions,
    ...masterKeyOption,
    demo: {
      type: 'boolean',
      about: 'Fill the first organisation with a demo catalog, if it has no projects',
    },
    wait: {
      type: 'string',
      value: 'SECONDS',
      about: 'How long to wait at the start for a PostgreSQL that is not available yet',
      default: '60',
      env: 'SVC_WAIT',
    },
    ...ownerOption,
    ...rateLimitOption,
    ...quotaOptions,
    ...outboundOptions,
    log: {
      type: 'boolean',
      about: 'Log requests and jobs to stderr, as JSON lines (or SVC_LOG=info); errors are always logged',
    },
  },
  examples: [
    ['svc serve', 'on http://127.0.0.1:8080, with its data in .svc'],
    ['svc serve --port 0 --data-dir /var/lib/svc', 'on a free port'],
    ['svc serve --host 0.0.0.0 --database-url postgres://svc@db/svc', 'one of several on PostgreSQL'],
    ['svc serve --public-url https://example.com/svc --trusted-proxies 10.0.0.0/8', 'behind a proxy'],
    ['svc serve --quota-records 500000 --quota-bytes 5GiB', 'with smaller quotas for each organisation'],
    ['svc serve --demo', 'with a realistic demo catalog'],
  ],
  async run({ values, io }) {
    const port = readPort(values.port)
    const owner = readFirstOwner(values['owner-email'], io.env)
    const outbound = readOutbound(values)
    const wait = readCount(values.wait, '--wait', { from: 0, to: 86_400 })
    const logging = readLogging(values.log, io)
    const quota = readQuota(values)
    await readPlace(values)
    const mail = await readMail(values)
    const metricsToken = readMetricsToken(io)
    let served: RunningServer | undefined
    const signals = stopSignals(io, {
      deadlineMs: drainDeadlineMs,
      unanswered: async () => served?.unanswered() ?? 0,
    })

    await withNewStore(
      { ...values, quota },
      async (opened) => {
        const masterKey = checkedKeySource(opened.server, values, io.env)
        await warnAboutLostKeys(opened, masterKey, io)
        if (mail && masterKey.text === undefined && masterKey.file === undefined) throw mailNeedsKey()
        const first = await ensureOrganisation(opened, owner)
        if (first) io.out(tokenNotice(owner.email, first.token))
        if (values.demo) await fillFirst(opened, io)
        const running = await listenOr(() => first && io.out(setUpLater(first)), opened, {
          host: values.host,
          port,
          rateLimit: values['rate-limit'],
          publicUrl: values['public-url'],
          trustedProxies: values['trusted-proxies'],
          metricsToken,
          masterKey,
          mail,
          ...outbound,
          ...logging,
        })
        served = running
        io.out(`svc is listening on ${running.url}\n`)
        if (values['public-url']) io.out(`It is available at ${running.publicUrl}\n`)
        if (first) io.out(firstSteps(running.publicUrl, first))
        // Flushed now, because a server that is killed later would never write its compile cache.
        setTimeout(flushCompileCache, 3_000).unref()
        await signals.requested
        await running.close()
      },
      { seconds: values['database-url'] ? wait : 0, signal: signals.signal, say: io.err },
    )
    return undefined
  },
})

type ListenOptions = Omit<ServerOptions, 'store'>

/** Links wait in the database until they are sent, and there only encrypted. */
const mailNeedsKey = (): Failure =>
  new Failure('--smtp-url needs a master key: set SVC_MASTER_KEY or --master-key-file.')

/** The set-up link is shown once, also where the server could not be started. */
const listenOr = (onFailure: () => void, opened: Opened, options: ListenOptions): Promise<RunningServer> =>
  listen(opened, options).catch((error) => {
    onFailure()
    throw error
  })

async function listen({ store }: Opened, options: ListenOptions): Promise<RunningServer> {
  const { startServer } = await import('@svc/server/serve')
  return startServer({ store, quietStartMs, ...options }).catch((error) => {
    throw fetchAllowFailure(error) ?? listenFailure(error, options)
  })
}

/** A server that was just started is asked whether it is ready. */
const quietStartMs = 200

function readLogging(isWanted: boolean, io: Io): Pick<ListenOptions, 'log' | 'logsRequests'> {
  const level = io.env.SVC_LOG || 'error'
  if (!['info', 'error'].includes(level)) {
    throw new UsageError(`SVC_LOG must be info or error, not ${JSON.stringify(level)}.`)
  }
  const isVerbose = isWanted || level === 'info'
  return {
    logsRequests: isVerbose,
    log: (line) => {
      if (isVerbose || line.level === 'error')
        io.err(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`)
    },
  }
}

const setUpLater = ({ setupLink }: { readonly setupLink: string }): string =>
  `When svc runs, set it up at its address with /setup#${setupLink}\n`

const firstSteps = (url: string, { token, setupLink }: { token: string; setupLink: string }): string => `
Set it up:      ${url}/setup#${setupLink}
Try it:         curl -H "Authorization: Bearer ${token}" ${url}/v1/me
API reference:  ${url}/docs
`
