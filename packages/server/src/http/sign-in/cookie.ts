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
 * No other host of the same domain can set a cookie named `__Host-`. It is sent to all paths, though: where
 * svc has only one of them, the others belong to other applications, which should not receive our sessions.
 */
const secureName = (request: FastifyRequest): string =>
  `${prefixOf(request) === '' ? '__Host-' : '__Secure-'}${session}`

/**
 * Over TLS, only the one that must have been set over TLS; possibly only the proxy knows that TLS is used.
 */
export const sessionIn = (request: FastifyRequest): string | undefined =>
  cookieIn(request, secureName(request)) ?? (isEncrypted(request) ? undefined : cookieIn(request, session))

export const deviceIn = (request: FastifyRequest): string | undefined => cookieIn(request, device)

/** If nothing is configured, the browser's Origin tells. */
const isSecure = (request: FastifyRequest): boolean =>
  isEncrypted(request) || (!request.server.place.publicUrl && /^https:/.test(request.headers.origin ?? ''))

const written = (request: FastifyRequest, value: string, life: string): string => {
  const [name, secure] = isSecure(request) ? [secureName(request), '; Secure'] : [session, '']
  return `${name}=${value}; Path=${prefixOf(request) || '/'}; HttpOnly; SameSite=Lax${secure}; ${life}`
}

export const sessionCookie = (request: FastifyRequest, secret: string, expiresAt: string): string =>
  written(request, secret, `Expires=${new Date(expiresAt).toUTCString()}`)

export const noCookie = (request: FastifyRequest): string => written(request, '', 'Max-Age=0')

/** Stays when somebody signs out: it is how their browser is recognised when they come back. */
export const deviceCookie = (request: FastifyRequest, mark: string): string =>
  `${device}=${mark}; Path=${prefixOf(request)}/auth; HttpOnly; SameSite=Strict${isSecure(request) ? '; Secure' : ''}; Max-Age=${deviceSeconds}`
