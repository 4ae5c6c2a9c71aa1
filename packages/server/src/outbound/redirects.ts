import { UpstreamError } from './errors.ts'

/** A request as it goes out; header names are in lower case. */
export interface OutboundRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export function isRedirect({ status, headers }: Pick<Answer, 'status' | 'headers'>): boolean {
  return REDIRECTS.has(status) && headers.location !== undefined
}

/** The request that a redirect asks for. Its URL is as untrusted as the first one was. */
export function redirected(request: OutboundRequest, { status, headers }: Answer): OutboundRequest {
  const from = new URL(request.url)
  const to = URL.parse(headers.location ?? '', from)
  if (!to)
    throw new UpstreamError(
      'redirect',
      `The host "${from.hostname}" redirects to something that is not a URL.`,
    )
  const next = { ...(dropsBody(request.method, status) ? asGet(request) : request), url: to.href }
  return to.origin === from.origin ? next : forAnotherOrigin(next, from)
}

function dropsBody(method: string, status: number): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

function asGet({ url, headers }: OutboundRequest): OutboundRequest {
  return {
    url,
    method: 'GET',
    headers: without(headers, (name) => name.startsWith('content-')),
    body: undefined,
  }
}

/** Keeps the few headers that reveal nothing about the caller: a token may be in any other header. */
function forAnotherOrigin(request: OutboundRequest, from: URL): OutboundRequest {
  if (request.body !== undefined) {
    throw new UpstreamError(
      'redirect',
      `The host "${from.hostname}" redirects a request body to another host.`,
    )
  }
  return { ...request, headers: without(request.headers, (name) => !HARMLESS.has(name)) }
}

function without(
  headers: OutboundRequest['headers'],
  isDropped: (name: string) => boolean,
): OutboundRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isDropped(name)))
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const HARMLESS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent'])
