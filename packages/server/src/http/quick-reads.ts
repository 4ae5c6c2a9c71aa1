import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { allOperations, type Kind, type Operation, pathParams, routeOf } from '@svc/model'
import type { FastifyInstance } from 'fastify'
import { andThen } from '../services/and-then.ts'
import type { Context } from '../services/context.ts'
import type { Admitted, Authenticator } from '../services/identity/authenticate.ts'
import type { CallerLimiter, LimitHeaders } from '../services/rate-limit/caller-limiter.ts'
import type { MaybePromise } from '../store/maybe-promise.ts'
import { largeBody } from './answer.ts'
import { commonHeaders, contentType } from './answer-headers.ts'
import { basisOf } from './basis.ts'
import { compressedFrom } from './compression.ts'
import type { CachedRecord } from './byte-cache.ts'
import { credentialInHeader } from './credential.ts'
import type { Surroundings } from './exchange.ts'
import type { Answered } from './answered.ts'
import { requestIdOf } from './request-id.ts'
import { routeUrl } from './operations-at.ts'
import { requireEntry } from './router.ts'
import { cachedRecord, recordKey } from './routes/cached-records.ts'

interface QuickReadOptions extends Pick<Surroundings, 'services' | 'cache'> {
  readonly authenticator: Authenticator
  readonly limiter: CallerLimiter | undefined
  /** Told of every answer, as of those that the framework sends. */
  readonly answered: Answered
}

interface Read {
  readonly operation: Operation
  readonly kind: Kind
  readonly route: string
}

/** Names and values in turn, which Node writes out fastest. */
const listed = Object.entries(commonHeaders).flat()

/** What a client may send without changing what it gets; with any other header the framework looks at the request. */
const plain = new Set([
  ...['host', 'authorization', 'user-agent', 'accept', 'accept-encoding', 'accept-language', 'connection'],
  ...['keep-alive', 'x-request-id', 'cache-control', 'pragma', 'traceparent', 'tracestate'],
  ...['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'via', 'forwarded'],
])

/**
 * The most frequent request of all: a record that is in the cache, for a caller who is known. It is answered before
 * the framework has looked at it, under the same rules; whatever is unusual about a request leaves it to the framework.
 */
export function useQuickReads(app: FastifyInstance, options: QuickReadOptions): void {
  const reads = new Map<string, Read>()
  for (const operation of allOperations) {
    const { kind, verb, path } = operation
    if (kind && verb === 'read' && pathParams(path).length === 1 && path.endsWith('}'))
      reads.set(routeOf(operation).replace(/\{\w+\}$/, ''), { operation, kind, route: routeUrl(operation) })
  }
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const { server } = app
  const [framework] = server.listeners('request') as RequestListener[]
  if (!framework) return
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const found = isClosing ? undefined : readIn(reads, request)
    if (!found || answer(options, found, request, response, framework) === false) framework(request, response)
  })
}

interface Asked extends Read {
  readonly id: string
}

function readIn(
  reads: ReadonlyMap<string, Read>,
  { method, url = '', headers }: IncomingMessage,
): Asked | undefined {
  if (method !== 'GET' || headers.host === undefined || headers.authorization === undefined) return undefined
  const end = url.lastIndexOf('/') + 1
  const read = reads.get(url.slice(0, end))
  if (!read) return undefined
  const id = url.slice(end)
  if (!isPlainId(id)) return undefined
  for (const name in headers) if (!plain.has(name)) return undefined
  return { ...read, id }
}

const isPlainId = (id: string): boolean => /^[\w-]{1,128}$/.test(id)

/** False if nothing was begun; a request that turns out to be unusual later is handed on. */
function answer(
  { services, cache, authenticator, limiter, answered }: QuickReadOptions,
  { kind, id, operation, route }: Asked,
  request: IncomingMessage,
  response: ServerResponse,
  framework: RequestListener,
): boolean {
  const startedAt = performance.now()
  const { headers } = request
  const found = ({ caller, seen }: Admitted): MaybePromise<CachedRecord | undefined> => {
    requireEntry(operation, caller)
    const { store, now, site } = services
    const ctx: Context = { store, caller, now, publicUrl: site.url(), seen }
    return andThen(basisOf(ctx, kind), (basis) => cachedRecord(cache, recordKey(caller, kind, id), id, basis))
  }
  const reply = (
    { caller }: Admitted,
    { body, etag }: CachedRecord,
    limit: LimitHeaders | undefined,
  ): void => {
    const requestId = requestIdOf(headers['x-request-id'])
    const list = [...listed, 'x-request-id', requestId, 'etag', etag, 'content-type', contentType]
    for (const name in limit) list.push(name, limit[name] as string)
    list.push('content-length', String(Buffer.byteLength(body as string)))
    response.writeHead(200, list)
    response.end(body as string)
    answered({ request, route, requestId, status: 200, ms: performance.now() - startedAt, caller })
  }
  // What is to be compressed takes longer anyway.
  const maxLength = headers['accept-encoding'] === undefined ? largeBody : compressedFrom
  const isHit = (entry: CachedRecord | undefined): entry is CachedRecord & { readonly body: string } =>
    typeof entry?.body === 'string' && entry.body.length < maxLength
  const handOn = (): void => framework(request, response)
  try {
    const { secret, digest } = credentialInHeader(request)
    let isLeft = false
    const done = andThen(authenticator.authenticate(secret, digest), (admitted) =>
      andThen(found(admitted), (entry) => {
        isLeft = !isHit(entry)
        if (!isHit(entry)) return
        return andThen(limiter?.(admitted.caller), (limit) => reply(admitted, entry, limit))
      }),
    )
    if (!(done instanceof Promise)) return !isLeft
    done.then(
      () => isLeft && handOn(),
      () => handOn(),
    )
    return true
  } catch {
    return false
  }
}
