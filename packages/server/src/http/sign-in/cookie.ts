import type { FastifyRequest } from 'fastify'
import { isEncrypted, prefixOf } from '../place/place.ts'

const session = 'svc_session'
const device = 'svc_device'

const deviceSeconds = 400 * 86_400

function cookieIn({ headers }: FastifyRequest, name: string): string | undefined {
  for (const part of headers.cookie?.split(';') ?? []) {
    const [key, value] = part.split('=', 2)
    if (key?.trim() === name && value) return value.trim()
  }
  return undefined
}

/**
 * No other host of the same domain can set a cookie named `__Host-`. It goes to all paths, though: where svc has but
 * one of them, the others are somebody else's, who should not be sent our sessions.
 */
const secureName = (request: FastifyRequest): string =>
  `${prefixOf(request) === '' ? '__Host-' : '__Secure-'}${session}`

/** Over TLS only the one that must have come from a page over TLS; it may be that only the proxy knows of that. */
export const sessionIn = (request: FastifyRequest): string | undefined =>
  cookieIn(request, secureName(request)) ?? (isEncrypted(request) ? undefined : cookieIn(request, session))

export const deviceIn = (request: FastifyRequest): string | undefined => cookieIn(request, device)

/** Where nobody has said so, the browser does: it names the page that it asks from. */
const isSecure = (request: FastifyRequest): boolean =>
  isEncrypted(request) || (!request.server.place.publicUrl && /^https:/.test(request.headers.origin ?? ''))

const written = (request: FastifyRequest, value: string, life: string): string => {
  const [name, secure] = isSecure(request) ? [secureName(request), '; Secure'] : [session, '']
  return `${name}=${value}; Path=${prefixOf(request) || '/'}; HttpOnly; SameSite=Lax${secure}; ${life}`
}

export const sessionCookie = (request: FastifyRequest, secret: string, expiresAt: string): string =>
  written(request, secret, `Expires=${new Date(expiresAt).toUTCString()}`)

export const noCookie = (request: FastifyRequest): string => written(request, '', 'Max-Age=0')

/** Stays when somebody signs out: it is how they are known as no stranger when they come back. */
export const deviceCookie = (request: FastifyRequest, mark: string): string =>
  `${device}=${mark}; Path=${prefixOf(request)}/auth; HttpOnly; SameSite=Strict${isSecure(request) ? '; Secure' : ''}; Max-Age=${deviceSeconds}`
