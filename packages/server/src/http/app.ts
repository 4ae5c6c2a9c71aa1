import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { CatalogError } from '@svc/model'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Log } from '../services/jobs/log.ts'
import { createAuthenticator } from '../services/identity/authenticate.ts'
import { createWatchedRuns } from '../services/jobs/watched-runs.ts'
import type { RateLimit } from '../services/rate-limit/budget.ts'
import { createCallerLimiter } from '../services/rate-limit/caller-limiter.ts'
import type { Services } from '../services/services.ts'
import { type AnswerLimits, createAnswerMemory, defaultLimits } from './answer-memory.ts'
import { createAnswered, useAnswered } from './answered.ts'
import { answerBadHead } from './bad-head.ts'
import { useConsole } from './console/serve-console.ts'
import { createByteCache } from './byte-cache.ts'
import { createEventStreams, type StreamOptions } from './event-streams.ts'
import { useHealth } from './health.ts'
import { logFailure } from './log-failure.ts'
import { createMetrics, useMetrics } from './metrics.ts'
import { useOnCallFeeds } from './oncall-feeds.ts'
import { operationsAt } from './operations-at.ts'
import { type Place, prefixOf, usePlace } from './place/place.ts'
import { withoutPrefix } from '../services/public-url.ts'
import { asProblem, problemAnswer } from './problem.ts'
import { useDescription } from './openapi/serve-description.ts'
import { requestIdOf, useRequestIds } from './request-id.ts'
import { useQuickReads } from './quick-reads.ts'
import { send, useOperations } from './router.ts'
import { createSharing } from './sharing.ts'
import type { UploadLimits } from './uploads.ts'
import { useOAuth } from './oauth/oauth-routes.ts'
import { useScim } from './scim/routes.ts'
import { useSignIn } from './sign-in/routes.ts'

export interface AppOptions {
  readonly rateLimit: RateLimit | undefined
  readonly place: Place
  readonly metricsToken: string | undefined
  readonly logsRequests: boolean
  readonly answerLimits?: Partial<AnswerLimits> | undefined
  readonly streams?: StreamOptions | undefined
  readonly uploads?: Partial<UploadLimits> | undefined
}

const consoleFolder = join(import.meta.dirname, '../../../console/dist')

/** Requests are checked against the model's own schemas. Fastify's compilers would be loaded at the start, unused. */
const withoutSchemas = {
  buildValidator: () => noSchema,
  buildSerializer: () => noSchema,
}
const noSchema = (): never => {
  throw new Error('Routes have no schemas.')
}

const cacheBytes = 24 * 1024 * 1024

/** The whole HTTP surface, in order of registration. */
export function createApp(services: Services, options: AppOptions): FastifyInstance {
  const { store, now, log } = services
  const prefix = options.place.publicUrl?.path ?? ''
  const rewriteUrl = ({ url = '/' }: IncomingMessage): string => withoutPrefix(prefix, url)
  const app = Fastify({
    ...(prefix !== '' && { rewriteUrl }),
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    connectionTimeout: 120_000,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBadHead,
    // Node would refuse it without a body and without a request id; below it is refused like everything else.
    http: { requireHostHeader: false },
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 256 },
    schemaController: { compilersFactory: withoutSchemas },
    frameworkErrors: (error, request, reply) => fail(log, error, request, reply),
  })
  usePlace(app, options.place)
  useJsonBodies(app)
  // A method or address that is not there stays so, whatever is wrong with the body that came with it.
  app.setErrorHandler((error, request, reply) =>
    fail(log, request.is404 ? wrongAddress(request) : (tooLarge(error, request) ?? error), request, reply),
  )
  app.setNotFoundHandler((request, reply) => fail(log, wrongAddress(request), request, reply))

  app.addHook('onRequest', (request, _reply, done) => done(hostProblem(request)))
  useRequestIds(app)
  const metrics = createMetrics()
  const answered = createAnswered(metrics, options.logsRequests ? log : undefined)
  useAnswered(app, answered)
  const authenticator = createAuthenticator(store, now)
  const limiter = options.rateLimit && createCallerLimiter(options.rateLimit, store)
  const jobRuns = createWatchedRuns(store, now)
  useMetrics(app, { metrics, authenticator, limiter, operatorToken: options.metricsToken, jobRuns })
  useHealth(app, store)
  useDescription(app, options.place)
  const streams = createEventStreams(store, authenticator, options.streams)
  app.addHook('preClose', async () => streams.close())
  const { site, factorSealer, federation, workload, mail } = services
  useSignIn(app, { store, now, log, authenticator, metrics, limiter, site, factorSealer, federation, mail })
  useOnCallFeeds(app, services)
  useScim(app, { services, limiter })
  const memory = createAnswerMemory({ ...defaultLimits, ...options.answerLimits })
  const cache = createByteCache(cacheBytes)
  useQuickReads(app, { services, cache, authenticator, limiter, answered })
  useOperations(app, {
    services,
    cache,
    share: createSharing(),
    memory,
    streams,
    authenticator,
    limiter,
    uploads: options.uploads,
  })
  const sendPage = useConsole(app, consoleFolder, options.place)
  useOAuth(app, { store, now, site, workload }, sendPage)
  return app
}

/**
 * JSON only. A DELETE or refresh that names the type but sends nothing is as good as one that names none. A
 * member called `__proto__` is a member like any other: the parser makes it one, and nothing here assigns by a
 * name that is not a kind's own, so it is refused as unknown or kept as the data that it is. Bytes that are no
 * UTF-8 are no JSON: decoded all the same, they would be stored as other characters than were sent.
 */
function useJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) done(null, undefined)
      else if (isUtf8(body as Buffer)) parse(request, body.toString(), done)
      else done(new CatalogError('invalid_request', 'The body is not valid JSON: it is not UTF-8.'))
    },
  )
}

function fail(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asProblem(error)
  logFailure(log, problem, request)
  return send(request, reply, problemAnswer(problem, request.id))
}

const hostProblem = ({ raw }: FastifyRequest): CatalogError | undefined =>
  raw.headers.host === undefined && raw.httpVersion === '1.1'
    ? new CatalogError('invalid_request', 'The header Host is missing; HTTP/1.1 requires it.')
    : undefined

/** How much is too much differs between addresses. */
function tooLarge(error: unknown, { routeOptions }: FastifyRequest): CatalogError | undefined {
  if ((error as { code?: unknown }).code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return undefined
  const mebibytes = (routeOptions.bodyLimit ?? 0) / 1024 ** 2
  return new CatalogError('payload_too_large', `The body is larger than ${mebibytes} MiB.`, { cause: error })
}

function wrongAddress(request: FastifyRequest): CatalogError {
  const { method, url } = request
  const path = url.split('?', 1)[0] ?? ''
  const allowed = operationsAt.methodsAt(path)
  if (allowed.length === 0)
    return new CatalogError(
      'not_found',
      `There is nothing at ${JSON.stringify(path.slice(0, 200))}. The reference is at ${prefixOf(request)}/docs.`,
    )
  return new CatalogError(
    'method_not_allowed',
    `${method} is not allowed here. Allowed: ${allowed.join(', ')}.`,
    {
      headers: { allow: allowed.join(', ') },
    },
  )
}
