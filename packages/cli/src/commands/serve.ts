import { flushCompileCache } from 'node:module'
import { defineAction, type Io } from '../command.ts'
import { fillFirst } from '../demo-fill.ts'
import { listenFailure } from '../explain.ts'
import { Failure, UsageError } from '../failure.ts'
import { ensureOrganisation, ownerOption, readFirstOwner, tokenNotice } from '../first-organisation.ts'
import { stopSignals } from '../stop-signals.ts'
import { storeOptions } from '../store-options.ts'
import { readPort } from '../values.ts'
import { type Opened, withNewStore } from '../with-store.ts'

const drainDeadlineMs = 10_000

export const listenOptions = {
  port: {
    type: 'string',
    value: 'PORT',
    about: 'Where to listen; 0 picks a free one',
    default: '8080',
    env: 'SVC_PORT',
  },
  host: { type: 'string', value: 'HOST', about: 'On which address', default: '127.0.0.1', env: 'SVC_HOST' },
} as const

export const serve = defineAction({
  details: `On an empty database it makes an organisation with an owner and prints the owner's token, once; with
SVC_BOOTSTRAP_TOKEN set, that is the token and nothing secret is printed. SIGTERM and Ctrl-C let what is
running finish.`,
  options: {
    ...listenOptions,
    ...storeOptions,
    demo: {
      type: 'boolean',
      about: 'Fill the first organisation with a demo catalog, if it has no projects',
    },
    ...ownerOption,
    'rate-limit': {
      type: 'string',
      value: 'LIMIT',
      about: 'Requests for each credential, such as 2000/10s, or off',
      env: 'SVC_RATE_LIMIT',
    },
    'fetch-allow': {
      type: 'string',
      value: 'LIST',
      about:
        'Hosts and networks, with commas between, that API specs may be fetched from though they are not public',
      env: 'SVC_FETCH_ALLOW',
    },
    log: {
      type: 'boolean',
      about: 'Log requests and jobs to stderr, as JSON lines (or SVC_LOG=info); errors always are',
    },
  },
  examples: [
    ['svc serve', 'on http://127.0.0.1:8080, with its data in .svc'],
    ['svc serve --port 0 --data-dir /var/lib/svc', 'on a free port'],
    ['svc serve --host 0.0.0.0 --database-url postgres://svc@db/svc', 'one of several on PostgreSQL'],
    ['svc serve --demo', 'with a believable catalog'],
  ],
  async run({ values, io }) {
    const port = readPort(values.port)
    const owner = readFirstOwner(values['owner-email'], io.env)
    const logging = readLogging(values.log, io)
    const signals = stopSignals(io, drainDeadlineMs)

    await withNewStore(values, async (opened) => {
      const token = await ensureOrganisation(opened, owner)
      if (token !== undefined) io.out(tokenNotice(owner.email, token))
      if (values.demo) await fillFirst(opened, io)
      const running = await listen(opened, {
        host: values.host,
        port,
        rateLimit: values['rate-limit'],
        fetchAllow: values['fetch-allow']?.split(',').map((entry) => entry.trim()) ?? [],
        ...logging,
      })
      io.out(`svc is listening on ${running.url}\n`)
      if (token !== undefined) io.out(firstSteps(running.url, token))
      // Also for a server that is killed one day: it would otherwise never leave its compiled modules behind.
      setTimeout(flushCompileCache, 3_000).unref()
      await signals.requested
      await running.close()
    })
    return undefined
  },
})

type ListenOptions = Omit<Parameters<Opened['server']['startServer']>[0], 'store'>

const listen = ({ store, server }: Opened, options: ListenOptions) =>
  server.startServer({ store, ...options }).catch((error) => {
    if (/allow-list/.test(String(error))) throw new Failure(`--fetch-allow is wrong: ${error.message}`)
    throw listenFailure(error, options)
  })

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

const firstSteps = (url: string, token: string): string => `
Try it:         curl -H "Authorization: Bearer ${token}" ${url}/v1/me
API reference:  ${url}/docs
`
