import type { FastifyRequest } from 'fastify'

const session = 'svc_session'
const device = 'svc_device'
/** No other host of the same domain can set a cookie of such a name. */
const ofThisHost = '__Host-'

const deviceSeconds = 400 * 86_400

function cookieIn({ headers }: FastifyRequest, name: string): string | undefined {
  for (const part of headers.cookie?.split(';') ?? []) {
    const [key, value] = part.split('=', 2)
    if (key?.trim() === name && value) return value.trim()
  }
  return undefined
}

/** Over TLS only the one that must have come from here; it may be that only the proxy knows of the TLS. */
export const sessionIn = (request: FastifyRequest): string | undefined =>
  cookieIn(request, `${ofThisHost}${session}`) ??
  (isSaidSecure(request) ? undefined : cookieIn(request, session))

export const deviceIn = (request: FastifyRequest): string | undefined => cookieIn(request, device)

/** Behind a proxy that ends TLS, only its header tells; who makes it up only locks themself out. */
const isSaidSecure = ({ protocol, headers }: FastifyRequest): boolean =>
  protocol === 'https' || /^https\b/.test(String(headers['x-forwarded-proto'] ?? ''))

/** Where a proxy forgets to say so, the browser does: it names the page that it asks from. */
const isSecure = (request: FastifyRequest): boolean =>
  isSaidSecure(request) || /^https:/.test(request.headers.origin ?? '')

const written = (request: FastifyRequest, value: string, life: string): string =>
  isSecure(request)
    ? `${ofThisHost}${session}=${value}; Path=/; HttpOnly; SameSite=Lax; Secure; ${life}`
    : `${session}=${value}; Path=/; HttpOnly; SameSite=Lax; ${life}`

export const sessionCookie = (request: FastifyRequest, secret: string, expiresAt: string): string =>
  written(request, secret, `Expires=${new Date(expiresAt).toUTCString()}`)

export const noCookie = (request: FastifyRequest): string => written(request, '', 'Max-Age=0')

/** Stays when somebody signs out: it is how they are known as no stranger when they come back. */
export const deviceCookie = (request: FastifyRequest, mark: string): string =>
  `${device}=${mark}; Path=/auth; HttpOnly; SameSite=Strict${isSecure(request) ? '; Secure' : ''}; Max-Age=${deviceSeconds}`
