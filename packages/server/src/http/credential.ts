import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { CatalogError } from '@svc/model'
import type { FastifyRequest } from 'fastify'
import { digestOf } from '../services/identity/secrets.ts'
import { sessionCredential } from '../services/sign-in/session-caller.ts'
import { signedOut } from '../services/sign-in/signed-out.ts'
import { bearerOf } from './bearer.ts'
import { sessionIn } from './sign-in/cookie.ts'

/** A secret, and the digest by which it is looked up. */
export interface Credential {
  readonly secret: string
  readonly digest: string
}

/** What a request authenticates with: a token or key in its header, else the console's cookie. */
export function credentialOf(request: FastifyRequest): Credential {
  const { authorization } = request.headers
  const session = authorization === undefined ? sessionIn(request) : undefined
  if (session === undefined) return inHeader(request.raw.socket, authorization)
  refuseForgery(request)
  const secret = inMode(request, session)
  return { secret, digest: digestOf(secret) }
}

/** The same for a request that surely has the header. */
export const credentialInHeader = ({ socket, headers }: IncomingMessage): Credential =>
  inHeader(socket, headers.authorization)

interface Sent {
  readonly header: string | undefined
  readonly credential: Credential
}

const lastSent = new WeakMap<Socket, Sent>()

/** Clients send the same header with every request on a connection: it is parsed and hashed only once. */
function inHeader(socket: Socket, header: string | undefined): Credential {
  const last = lastSent.get(socket)
  if (last && last.header === header) return last.credential
  const secret = bearerOf(header)
  const credential = { secret, digest: digestOf(secret) }
  lastSent.set(socket, { header, credential })
  return credential
}

const inMode = ({ headers }: FastifyRequest, secret: string): string =>
  sessionCredential({ secret, mode: headers['x-svc-mode'] === 'test' ? 'test' : 'live' })

/** The same for the console's own addresses, where only the cookie counts. */
export function sessionOf(request: FastifyRequest): string {
  const secret = sessionIn(request)
  if (secret === undefined) throw signedOut()
  refuseForgery(request)
  return inMode(request, secret)
}

/**
 * A browser sends the cookie no matter which site the page is from. It also says which site that is, and a
 * page of another origin cannot change that.
 */
export function refuseForgery(request: FastifyRequest): void {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined ? isOwnOrigin(request) : site === 'same-origin'
  if (isOwn) return
  throw new CatalogError('forbidden', 'This can only be done from the console.')
}

/**
 * Without TLS, browsers send only the origin, not the site. If no public URL is set, people use any address
 * that works (localhost, 127.0.0.1, the machine's name): the page must then be from the host that it sends
 * requests to.
 */
function isOwnOrigin({ headers: { origin, host }, server }: FastifyRequest): boolean {
  const url = URL.parse(origin ?? '')
  const { publicUrl } = server.place
  return url !== null && (publicUrl ? url.origin === publicUrl.origin : url.host === host)
}
