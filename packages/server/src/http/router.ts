import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { allOperations, isLiveOnly, type Operation } from '@svc/model'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, type Context, requireScope } from '../services/context.ts'
import { refuseUsedKey } from '../services/records/idempotency.ts'
import type { Admitted, Authenticator } from '../services/identity/authenticate.ts'
import { requireLive } from '../services/identity/live-only.ts'
import { requireRecentSignIn } from '../services/sign-in/step-up.ts'
import type { CallerLimiter, LimitHeaders } from '../services/rate-limit/caller-limiter.ts'
import { andThen } from '../services/and-then.ts'
import type { MaybePromise } from '../store/maybe-promise.ts'
import { type Answer, largeBody } from './answer.ts'
import { commonHeaders, contentType } from './answer-headers.ts'
import { largeAnswer } from './answer-memory.ts'
import { credentialOf } from './credential.ts'
import { encoded } from './encoded-answer.ts'
import type { Exchange, Handler, Surroundings } from './exchange.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { operationsAt, routeUrl } from './operations-at.ts'
import { isPieces, type Pieces } from './pieces.ts'
import { prefixOf } from './place/place.ts'
import { readQuery } from './query.ts'
import { kindHandler } from './routes/kind-routes.ts'
import { specialHandlers } from './routes/special-routes.ts'
import { serveAddresses } from './serve-addresses.ts'
import { openUpload, type UploadLimits, useUploads } from './uploads.ts'
import { checkBody } from './validation.ts'

interface RouterOptions extends Surroundings {
  readonly limiter: CallerLimiter | undefined
  readonly authenticator: Authenticator
  readonly uploads: Partial<UploadLimits> | undefined
}

interface Known extends Admitted {
  readonly bearer: string
  readonly limit: LimitHeaders | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    known: Known | null
  }
}

/** Every endpoint of the model, bound to its handler. */
export function useOperations(app: FastifyInstance, options: RouterOptions): void {
  app.decorateRequest('known', null)
  const handlers = new Map(allOperations.map((operation) => [operation, handlerOf(operation)]))
  const serve = (to: FastifyInstance, url: string, methods: Iterable<string>, bodyLimit?: number): void =>
    serveAddresses(to, operationsAt, {
      ...{ url, methods, bodyLimit },
      // Before the body is read: nobody unknown makes us parse a megabyte.
      admit: (operation, request, _reply, done) => admit(options, operation, request, done),
      handle: (operation, request, reply) => {
        const handler = handlers.get(operation)
        return handler ? answer(options, operation, handler, request, reply) : reply.callNotFound()
      },
    })
  const tops = new Set(allOperations.map((operation) => routeUrl(operation).split('/', 2).join('/')))
  for (const top of tops) serve(app, `${top}/*`, allMethods)
  for (const operation of allOperations)
    if (operation.maxBodyBytes) serve(app, routeUrl(operation), [operation.method], operation.maxBodyBytes)
  const withFiles = allOperations.filter(({ upload }) => upload)
  if (withFiles.length > 0)
    useUploads(app, (inner) => {
      for (const operation of withFiles) serve(inner, routeUrl(operation), [operation.method])
    })
}

const allMethods = new Set(['HEAD', ...allOperations.map(({ method }) => method)])

function handlerOf({ id, kind, verb }: Operation): Handler | undefined {
  if (kind && verb) return kindHandler(kind, verb)
  // What a handler takes was checked against its operation before it is called.
  return (specialHandlers as Readonly<Record<string, unknown>>)[id] as Handler | undefined
}

type Done = (error?: Error) => void

function admit(
  { authenticator, limiter, services }: RouterOptions,
  operation: Operation,
  request: FastifyRequest,
  done: Done,
): void {
  const enter = (bearer: string, { caller, seen }: Admitted, limit: LimitHeaders | undefined): void => {
    request.known = { caller, seen, bearer, limit }
    requireEntry(operation, caller)
    if (isLiveOnly(operation)) requireLive(caller, operation)
    if (operation.needsRecentSignIn) requireRecentSignIn(caller, services.now())
    done()
  }
  const known = (bearer: string, admitted: Admitted): MaybePromise<void> =>
    andThen(limiter?.(admitted.caller), (limit) => enter(bearer, admitted, limit))
  try {
    const { secret, digest } = credentialOf(request)
    const manner = { isUnattended: request.headers['x-svc-unattended'] === '1' }
    const entered = andThen(authenticator.authenticate(secret, digest, manner), (admitted) =>
      known(secret, admitted),
    )
    if (entered instanceof Promise) entered.catch(done)
  } catch (error) {
    done(error as Error)
  }
}

/** Refuses callers whose credential lacks the operation's scope. */
export function requireEntry(operation: Operation, caller: Caller): void {
  if (operation.scope !== null && !isScopeWaived(operation, caller)) requireScope(caller, operation.scope)
}

const isScopeWaived = ({ scopeWaivedFor }: Operation, { credential }: Caller): boolean =>
  scopeWaivedFor === 'anyone' || (scopeWaivedFor === 'sessions' && credential.type === 'session')

function answer(
  options: RouterOptions,
  operation: Operation,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { services, cache, share, memory, streams } = options
  const { caller, bearer, seen } = request.known as Known
  const { headers } = request
  const ctx: Context = {
    store: services.store,
    caller,
    now: services.now,
    publicUrl: services.site.url(),
    outbox: services.mail.outbox,
    seen: operation.method === 'GET' ? seen : undefined,
  }
  const exchange: Exchange = {
    services,
    cache,
    share,
    memory,
    streams,
    response: reply.raw,
    ctx,
    epoch: services.store.epochs.current,
    operation,
    url: request.url,
    params: request.params as Record<string, string>,
    query: readQuery(operation, request.query as Record<string, string>),
    body: request.body,
    file: operation.upload
      ? openUpload({ ...operation, upload: operation.upload }, request, reply, options.uploads)
      : undefined,
    bearer,
    ifNoneMatch: headers['if-none-match'],
    ifMatch: headers['if-match'],
    stream: streamAsked(operation, request),
    idempotencyKey:
      operation.method === 'POST'
        ? readIdempotencyKey(headers['idempotency-key'] as string | undefined)
        : undefined,
  }
  if (operation.body && !operation.item)
    return checkBody(operation.body, request.body)
      .catch((refusal: unknown) => refuse(exchange, refusal))
      .then(() => handler(exchange))
      .then((made) => sendWithinMemory(options, request, reply, made))
  const reserved =
    operation.large && !exchange.stream ? memory.reserve(caller, reply.raw, largeReservation) : undefined
  const made = andThen(reserved, () => handler(exchange))
  return andThen(made, (done) => sendEncoded(options, request, reply, done))
}

/** That a key was used with another body comes before what is wrong with this one. */
async function refuse({ ctx, idempotencyKey }: Exchange, refusal: unknown): Promise<never> {
  if (idempotencyKey !== undefined) await refuseUsedKey(ctx, idempotencyKey)
  throw refusal
}

/** A HEAD has no body that could go on. */
const streamAsked = ({ success }: Operation, { method, headers }: FastifyRequest): Exchange['stream'] =>
  success.streams && method === 'GET' && /\btext\/event-stream\b/i.test(headers.accept ?? '')
    ? { lastEventId: headers['last-event-id'] as string | undefined }
    : undefined

/** For answers whose size is known only when they are made. */
const largeReservation = 1024 * 1024

const sendEncoded = (options: RouterOptions, request: FastifyRequest, reply: FastifyReply, answer: Answer) =>
  andThen(encoded(options, request, answer), (made) => sendWithinMemory(options, request, reply, made))

/** A large body waits until there is memory left beside those that other clients have not taken yet. */
function sendWithinMemory(
  { memory }: RouterOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
) {
  const { body } = answer
  if (body === undefined || (!(body instanceof Readable) && isSmall(body)))
    return send(request, reply, answer)
  const { socket } = reply.raw.req
  // Node puts its own time-outs back for the next request.
  if (!(body instanceof Readable) || !answer.isEndless) socket.setTimeout(memory.stallMs)
  if (body instanceof Readable) {
    if (!answer.isEndless) memory.noteStream()
    return send(request, reply, answer)
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const held = memory.hold(request.known?.caller, reply.raw, bytes)
  return andThen(held, () => send(request, reply, { ...answer, body: bytes }))
}

const isSmall = (body: string | Buffer | Pieces): boolean =>
  body.length < (typeof body === 'string' ? largeBody : largeAnswer)

/**
 * The one place that writes an answer out, straight to the socket: the framework's own way of sending costs
 * as much as all the rest of a read.
 */
export function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { status, body, etag, headers } = answer
  const all: Record<string, string | string[] | number> = {
    ...commonHeaders,
    'x-request-id': request.id,
  }
  if (etag !== undefined) all.etag = etag
  if (body !== undefined) all['content-type'] = contentType
  const limit = request.known?.limit
  if (limit) Object.assign(all, limit)
  if (headers) Object.assign(all, headers)
  // Ours are paths without what a proxy may have put before them; others lead to another server.
  if (typeof all.location === 'string' && all.location.startsWith('/'))
    all.location = `${prefixOf(request)}${all.location}`
  if (body instanceof Readable && request.method !== 'HEAD') return reply.code(status).headers(all).send(body)
  if (body instanceof Readable) body.destroy()
  else if (body !== undefined)
    all['content-length'] = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  reply.hijack()
  reply.raw.writeHead(status, all)
  if (body === undefined || body instanceof Readable) reply.raw.end()
  else if (typeof body === 'string' || !isPieces(body)) reply.raw.end(body)
  else endWith(reply.raw, body)
  return reply
}

/** All pieces in one write to the socket. */
function endWith(response: ServerResponse, { parts }: Pieces): void {
  if (parts.length > 1) response.cork()
  for (const part of parts.slice(0, -1)) response.write(part)
  response.end(parts.at(-1))
}
