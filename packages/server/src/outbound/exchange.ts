import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Agent, Dispatcher } from 'undici'
import { readBody } from './body.ts'
import { UpstreamError } from './errors.ts'
import { type Answer, type OutboundRequest, isRedirect } from './redirects.ts'
import { unzipped } from './unzipped.ts'

export interface Connection {
  readonly url: URL
  readonly addresses: readonly LookupAddress[]
  readonly signal: AbortSignal
  readonly maxBytes: number
  /** Whether the other side may compress its answer. */
  readonly gzip?: boolean
  /** Whether the body is left unread. */
  readonly onlyHead?: boolean
}

/** One request and its answer, over a connection that nothing else has used or will use. */
export async function exchange(request: OutboundRequest, connection: Connection): Promise<Answer> {
  const agent = await createAgent(connection)
  try {
    return await answerFrom(await send(agent, request, connection), connection)
  } catch (error) {
    throw asUpstreamError(error, connection)
  } finally {
    await agent.destroy()
  }
}

/** undici's own timers are off: the deadline behind the signal is the only clock. */
async function createAgent({ addresses, signal }: Connection): Promise<Agent> {
  const { Agent } = await import('undici') // Loaded with the first fetch: the server starts faster without it.
  return new Agent({
    allowH2: false,
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: pinnedTo(addresses), signal, timeout: 0 },
  })
}

/** Answers with the addresses that were checked, so that connecting never resolves the name again. */
function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (hostname, { all }, callback) => {
    const [first] = addresses
    if (!first) return callback(new Error(`No address was resolved for ${hostname}.`), [])
    if (all) return callback(null, [...addresses])
    callback(null, first.address, first.family)
  }
}

function send(
  agent: Agent,
  request: OutboundRequest,
  { url, signal, gzip }: Connection,
): Promise<Dispatcher.ResponseData> {
  return agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    // undici's type lists only well-known methods, but it accepts any other as well.
    method: request.method as Dispatcher.HttpMethod,
    headers: { ...request.headers, 'accept-encoding': gzip ? 'gzip' : 'identity' },
    body: request.body ?? null,
    signal,
  })
}

async function answerFrom(
  response: Dispatcher.ResponseData,
  { maxBytes, onlyHead, gzip = false }: Connection,
): Promise<Answer> {
  const { statusCode: status, body } = response
  const headers = flatten(response.headers)
  // Whoever gives up on the body destroys it; nobody listens for errors after that.
  body.on('error', () => {})
  if (onlyHead || isRedirect({ status, headers })) return { status, headers, body: Buffer.alloc(0) }
  return { status, headers, body: await readBody(decoded(body, headers, gzip), maxBytes) }
}

/** Decompresses only if compression was requested. */
async function* decoded(
  body: AsyncIterable<Uint8Array>,
  headers: Answer['headers'],
  gzip: boolean,
): AsyncIterable<Uint8Array> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (gzip && /^(x-)?gzip$/.test(encoding)) return yield* unzipped(body)
  for await (const chunk of body) {
    if (encoding !== '' && encoding !== 'identity') {
      throw new UpstreamError(
        'encoding',
        gzip
          ? 'The answer uses a compression other than gzip; only gzip and uncompressed answers are accepted.'
          : 'The answer is compressed; only an uncompressed answer is accepted.',
      )
    }
    yield chunk
  }
}

function flatten(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')])
  return Object.fromEntries(pairs)
}

/** Keeps the code and drops the message, which can quote what the server sent. */
function asUpstreamError(error: unknown, { url, signal }: Connection): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof UpstreamError) return error
  const code = codeOf(error)
  if (code === 'UND_ERR_INVALID_ARG') return error
  return new UpstreamError('connection', `The connection to "${url.hostname}" failed (${code}).`, {
    cause: error,
  })
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
