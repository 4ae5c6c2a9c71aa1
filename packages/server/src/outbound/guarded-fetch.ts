import dns from 'node:dns'
import { type AllowList, parseAllowList } from './allow-list.ts'
import { startDeadline } from './deadline.ts'
import { UpstreamError } from './errors.ts'
import { exchange } from './exchange.ts'
import { isRedirect, type OutboundRequest, redirected } from './redirects.ts'
import { type Lookup, resolveTarget } from './resolve.ts'
import { parseTarget } from './target.ts'

export { ForbiddenAddressError, UpstreamError } from './errors.ts'

export interface GuardedFetchOptions {
  /** Hosts, host:port pairs and CIDR ranges the operator allows although they are not public. */
  readonly allow?: readonly string[]
  readonly lookup?: Lookup
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly maxRedirects?: number
  /** Whether answers may be compressed; the limit applies to the decompressed size. */
  readonly gzip?: boolean
  /**
   * For callers who need only the status and headers of the first answer: no redirect is followed and no body
   * read.
   */
  readonly onlyHead?: boolean
}

export interface GuardedFetchInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
  /** For callers with a shorter timeout. */
  readonly timeoutMs?: number
}

export interface GuardedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Where the answer came from, after redirects. */
  readonly url: string
}

export interface GuardedFetch {
  (url: string, init?: GuardedFetchInit): Promise<GuardedResponse>
  /** Cancels requests in progress and refuses later ones. */
  readonly close: () => Promise<void>
}

/** The only way out of the product: addresses typed in by users must not lead into the operator's network. */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const { lookup = dns.lookup, timeoutMs = 10_000, maxBytes = 5 * 1024 * 1024, maxRedirects = 3 } = options
  const { onlyHead = false, gzip = false } = options
  const guard = { allow: parseAllowList(options.allow ?? []), lookup, maxBytes, maxRedirects, onlyHead, gzip }
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  const guardedFetch = async (url: string, init: GuardedFetchInit = {}): Promise<GuardedResponse> => {
    const signals = init.signal ? [closing.signal, init.signal] : [closing.signal]
    const deadline = startDeadline({ timeoutMs: init.timeoutMs ?? timeoutMs, signals })
    const answer = follow(guard, requestOf(url, init), deadline.signal)
    underWay.add(answer)
    try {
      return await answer
    } finally {
      deadline.stop()
      underWay.delete(answer)
    }
  }

  const close = async () => {
    closing.abort()
    await Promise.allSettled(underWay)
  }
  return Object.assign(guardedFetch, { close })
}

interface Guard {
  readonly allow: AllowList
  readonly lookup: Lookup
  readonly maxBytes: number
  readonly maxRedirects: number
  readonly onlyHead: boolean
  readonly gzip: boolean
}

async function follow(guard: Guard, first: OutboundRequest, signal: AbortSignal): Promise<GuardedResponse> {
  let request = first
  for (let redirects = 0; redirects <= guard.maxRedirects; redirects++) {
    const url = parseTarget(request.url, guard.allow)
    signal.throwIfAborted()
    const addresses = await resolveTarget(url, { ...guard, signal })
    const { maxBytes, onlyHead, gzip } = guard
    const answer = await exchange(request, { url, addresses, signal, maxBytes, onlyHead, gzip })
    if (onlyHead || !isRedirect(answer)) return { ...answer, url: url.href }
    request = redirected(request, answer)
  }
  throw new UpstreamError('redirects', `The address redirects more than ${guard.maxRedirects} times.`)
}

/** Headers that frame or route the message are the client's to set. */
function requestOf(url: string, { method = 'GET', headers = {}, body }: GuardedFetchInit): OutboundRequest {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const passed = given.filter(([name]) => !OWN_HEADERS.has(name))
  return {
    url,
    method: method.toUpperCase(),
    headers: { 'user-agent': 'svc', ...Object.fromEntries(passed) },
    body,
  }
}

const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
