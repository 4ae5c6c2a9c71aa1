import type { FastifyRequest } from 'fastify'
import { latestEndOf, type NewSession } from '../../services/sign-in/sessions.ts'
import { isEncrypted, prefixOf } from '../place/place.ts'

const session = 'svc_session'
const flow = 'svc_flow'
const device = 'svc_device'
const browser = 'svc_browser'

const deviceSeconds = 400 * 86_400
const flowSeconds = 60 * 60
const browserSeconds = 15 * 60

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
const secureName = (request: FastifyRequest, name: string): string =>
  `${prefixOf(request) === '' ? '__Host-' : '__Secure-'}${name}`

/**
 * Over TLS, only the one that must have been set over TLS; possibly only the proxy knows that TLS is used.
 */
const protectedIn = (request: FastifyRequest, name: string): string | undefined =>
  cookieIn(request, secureName(request, name)) ?? (isEncrypted(request) ? undefined : cookieIn(request, name))

export const sessionIn = (request: FastifyRequest): string | undefined => protectedIn(request, session)

/** What ties sign-ins that are under way at a provider to this browser. */
export const flowIn = (request: FastifyRequest): string | undefined => protectedIn(request, flow)

export const deviceIn = (request: FastifyRequest): string | undefined => cookieIn(request, device)

/** If nothing is configured, the browser's Origin tells. */
const isSecure = (request: FastifyRequest): boolean =>
  isEncrypted(request) || (!request.server.place.publicUrl && /^https:/.test(request.headers.origin ?? ''))

const written = (request: FastifyRequest, plainName: string, value: string, life: string): string => {
  const [name, secure] = isSecure(request) ? [secureName(request, plainName), '; Secure'] : [plainName, '']
  return `${name}=${value}; Path=${prefixOf(request) || '/'}; HttpOnly; SameSite=Lax${secure}; ${life}`
}

/** Kept for as long as the session can last: that it was idle for too long is for the server to say. */
export const sessionCookie = (
  request: FastifyRequest,
  { secret, session: opened }: Pick<NewSession, 'secret' | 'session'>,
): string => written(request, session, secret, `Expires=${latestEndOf(opened).toUTCString()}`)

export const noCookie = (request: FastifyRequest): string => written(request, session, '', 'Max-Age=0')

/** Lax, because the provider sends people back from its own site. */
export const flowCookie = (request: FastifyRequest, secret: string): string =>
  written(request, flow, secret, `Max-Age=${flowSeconds}`)

/** Stays when somebody signs out: it is how their browser is recognised when they come back. */
export const deviceCookie = (request: FastifyRequest, mark: string): string =>
  `${device}=${mark}; Path=${prefixOf(request)}/auth; HttpOnly; SameSite=Strict${isSecure(request) ? '; Secure' : ''}; Max-Age=${deviceSeconds}`

/** Recognises a browser between the steps of one sign-in. */
export function browserIn(request: FastifyRequest): string | undefined {
  const value = cookieIn(request, browser)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

export const browserCookie = (request: FastifyRequest, value: string): string =>
  `${browser}=${value}; Path=${prefixOf(request)}/auth; HttpOnly; SameSite=Strict${isSecure(request) ? '; Secure' : ''}; Max-Age=${browserSeconds}`
