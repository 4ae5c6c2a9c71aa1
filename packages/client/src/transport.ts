import { type Method, routeOf } from '@svc/model'
import { startDeadline } from './abort.ts'
import type { Answer, Fields } from './answer.ts'
import { refusalIn, type Reply, replyOf } from './reply.ts'
import { baseOf } from './endpoint.ts'
import { UnreachableError } from './errors.ts'
import { unreachable } from './network-failure.ts'

export interface Request {
  readonly method: Method
  /** Below `/v1`, ready to be sent. */
  readonly path: string
  /** Whether the path is complete, not below `/v1`. */
  readonly atRoot?: true | undefined
  readonly body?: unknown
  /** In place of a body. Sending it may take as long as it takes. */
  readonly file?: FileToSend | undefined
  readonly ifMatch?: string | null | undefined
  readonly ifNoneMatch?: string | null | undefined
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Whether a body is of the expected type. */
  readonly fits?: (body: Fields) => boolean
}

/** A body that is not JSON. What cannot be read twice is sent once, without retries. */
export interface FileToSend<Type extends string = string> {
  readonly type: Type
  readonly content: Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
}

/** A file while it arrives. */
export interface Download {
  /** What the server calls it. */
  readonly name: string | undefined
  /** Fails if it is cut off. */
  readonly body: ReadableStream<Uint8Array>
}

/** Sends a request that is answered with a file, which takes as long as it takes; `signal` gives it up. */
export type Fetch = (request: Request, mediaType: string) => Promise<Download>

/** Sends a request, and returns the reply of svc or throws. */
export type Send = (request: Request) => Promise<Reply>

/** A token, or what gives the one to use right now, for those that are renewed. */
export type TokenSource = string | (() => Promise<string>)

/** What a request is like, besides what is sent. */
export interface Manner {
  /** Its answer is a file, for which there is no deadline. */
  readonly isFile?: boolean
}

export interface TransportOptions {
  /** Such as `https://svc.example.com`. */
  readonly endpoint: string
  /** Without one, the browser's cookie is used: for pages served by svc itself. */
  readonly token?: TokenSource | undefined
  /** Sent with each request. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined
  readonly fetch?: ((url: string, init: RequestInit, manner?: Manner) => Promise<Response>) | undefined
  readonly userAgent?: string | undefined
  /** The timeout of one attempt, until its response is complete. */
  readonly timeoutMs?: number | undefined
  /** Ends the client: no new requests start, reads and waits end at once. A running write may finish. */
  readonly signal?: AbortSignal | undefined
}

export function createTransport(options: TransportOptions): {
  readonly send: Send
  readonly fetchFile: Fetch
} {
  const { fetch = globalThis.fetch, userAgent, timeoutMs = 60_000, signal: stop } = options
  const endpoint = baseOf(options.endpoint)
  const given = typeof options.token === 'string' ? checkedToken(options.token) : options.token
  const currentToken = async () => (typeof given === 'function' ? checkedToken(await given()) : given)

  const prepared = (request: Request, token: string | undefined) => ({
    url: `${endpoint}${routeOf(request)}`,
    init: {
      method: request.method,
      headers: headersOf(request, { token, userAgent, more: options.headers?.() }),
      ...bodyOf(request),
    },
  })

  const exchange = async (request: Request, token: string | undefined): Promise<Answer> => {
    const { method } = request
    // Created outside of the try block: a body or header that cannot be sent is not a network failure.
    const { url, init } = prepared(request, token)
    const deadline = startDeadline({
      timeoutMs: request.file ? undefined : timeoutMs,
      timeoutError: () => tooSlow(endpoint, timeoutMs),
      // Aborting a call gives up its answer; ending the client still reports what was written.
      signals: [request.signal, method === 'GET' ? stop : undefined],
    })
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: deadline.signal })
      const { status, statusText } = response
      const text = await response.text()
      return { method, url, status, statusText, headers: Object.fromEntries(response.headers), text }
    } catch (error) {
      throw deadline.signal.aborted ? deadline.signal.reason : unreachable(endpoint, error)
    } finally {
      deadline.end()
    }
  }

  const send: Send = async (request) => {
    stop?.throwIfAborted()
    const token = await currentToken()
    const answer = await exchange(request, token)
    return replyOf(answer, { isConditional: isGiven(request.ifNoneMatch), fits: request.fits, token })
  }

  const fetchFile: Fetch = async (request, mediaType) => {
    stop?.throwIfAborted()
    const token = await currentToken()
    const { url, init } = prepared(request, token)
    const signals = [request.signal, stop].filter((signal) => signal !== undefined)
    const signal = AbortSignal.any(signals)
    const response = await fetch(url, { ...init, redirect: 'manual', signal }, { isFile: true }).catch(
      (error: unknown) => {
        throw signal.aborted ? signal.reason : unreachable(endpoint, error)
      },
    )
    const { status, statusText, body } = response
    const headers = Object.fromEntries(response.headers)
    if (status === 200 && headers['content-type'] === mediaType && body)
      return { name: /filename="([^"]+)"/.exec(headers['content-disposition'] ?? '')?.[1], body }
    const answer = { method: request.method, url, status, statusText, headers, text: await response.text() }
    throw refusalIn(answer, token)
  }

  return { send, fetchFile }
}

interface Known {
  readonly token: string | undefined
  readonly userAgent: string | undefined
  readonly more: Readonly<Record<string, string>> | undefined
}

function headersOf(
  { body, file, ifMatch, ifNoneMatch, idempotencyKey }: Request,
  { token, userAgent, more }: Known,
): Headers {
  return new Headers({
    accept: 'application/json',
    ...more,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(file && { 'content-type': file.type }),
    ...(isGiven(ifMatch) && { 'if-match': ifMatch }),
    ...(isGiven(ifNoneMatch) && { 'if-none-match': ifNoneMatch }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  })
}

const bodyOf = ({ body, file }: Request): Pick<RequestInit, 'body'> & { readonly duplex?: 'half' } =>
  file
    ? // Required for streams, and of no consequence otherwise.
      { body: file.content, duplex: 'half' }
    : { body: body === undefined ? null : JSON.stringify(body) }

const isGiven = (tag: string | null | undefined): tag is string => typeof tag === 'string'

/** Checked here, because the error about an invalid header would quote it. */
function checkedToken(token: string): string {
  const bare = token.trim()
  if (/^[\x21-\x7e]+$/.test(bare)) return bare
  throw new TypeError(bare === '' ? 'The token is empty.' : 'The token contains invalid characters.')
}

const tooSlow = (endpoint: string, timeoutMs: number): UnreachableError =>
  new UnreachableError({
    endpoint,
    reason: 'timeout',
    why: `no complete response within ${timeoutMs / 1_000} s`,
    mayHaveArrived: true,
  })
