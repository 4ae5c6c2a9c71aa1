import { CatalogError } from '@svc/model'
import type { FastifyRequest } from 'fastify'
import { sessionCredential } from '../services/sign-in/session-caller.ts'
import { signedOut } from '../services/sign-in/signed-out.ts'
import { bearerOf } from './bearer.ts'
import { sessionIn } from './sign-in/cookie.ts'

/** What a request proves itself with: a token or key in its header, else the cookie of the console. */
export function credentialOf(request: FastifyRequest): string {
  const { authorization } = request.headers
  const secret = authorization === undefined ? sessionIn(request) : undefined
  if (secret === undefined) return bearerOf(authorization)
  refuseForgery(request)
  return inMode(request, secret)
}

const inMode = ({ headers }: FastifyRequest, secret: string): string =>
  sessionCredential({ secret, mode: headers['x-svc-mode'] === 'test' ? 'test' : 'live' })

/** The same for the console's own addresses, where nothing but the cookie counts. */
export function sessionOf(request: FastifyRequest): string {
  const secret = sessionIn(request)
  if (secret === undefined) throw signedOut()
  refuseForgery(request)
  return inMode(request, secret)
}

/**
 * A browser sends the cookie along whoever wrote the page. It also says who did, and a page of another origin
 * cannot change that.
 */
export function refuseForgery(request: FastifyRequest): void {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined ? isOwnOrigin(request) : site === 'same-origin'
  if (isOwn) return
  throw new CatalogError('forbidden', 'This can only be done from the console itself.')
}

/**
 * Without TLS browsers do not name the site, only the origin. Where no address is set, people come by whichever leads
 * here (localhost, 127.0.0.1, a name of the machine): the page must then be of the host that it asks.
 */
function isOwnOrigin({ headers: { origin, host }, server }: FastifyRequest): boolean {
  const url = URL.parse(origin ?? '')
  const { publicUrl } = server.place
  return url !== null && (publicUrl ? url.origin === publicUrl.origin : url.host === host)
}
