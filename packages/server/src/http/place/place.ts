import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import type { PublicUrl } from '../../services/public-url.ts'
import { plainAddress, type TrustedProxies } from './trusted-proxies.ts'

/** Where svc is reached: at which address, and behind which proxies. */
export interface Place {
  readonly publicUrl: PublicUrl | undefined
  readonly proxies: TrustedProxies
}

declare module 'fastify' {
  interface FastifyInstance {
    place: Place
  }
}

export const usePlace = (app: FastifyInstance, place: Place): void => {
  app.decorate('place', place)
}

/** The prefix of each of our addresses in a link or a header. */
export const prefixOf = ({ server }: FastifyRequest): string => server.place.publicUrl?.path ?? ''

/**
 * The address that a request comes from: that of the last hop that is not one of our proxies. Anything before
 * that in X-Forwarded-For could be forged. `Forwarded` is not read: two headers could disagree.
 */
export function addressOf({ socket, headers, server }: FastifyRequest): string {
  const peer = plainAddress(socket.remoteAddress ?? '')
  const { proxies } = server.place
  let address = peer
  const hops = String(headers['x-forwarded-for'] ?? '').split(',')
  while (proxies.has(address)) {
    const said = hopOf(hops.pop() ?? '')
    if (said === undefined) break
    address = said
  }
  return address
}

/** Some proxies add the port. Anything that is not an address is ignored. */
function hopOf(text: string): string | undefined {
  const [, bracketed, dotted] = /^\s*(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)\s*$/.exec(text) ?? []
  const address = plainAddress(bracketed ?? dotted ?? text)
  return isIP(address) === 0 ? undefined : address
}

/**
 * Whether the visitor's own connection is encrypted: by the public URL, else by what one of our proxies says.
 */
export function isEncrypted({ socket, headers, server }: FastifyRequest): boolean {
  const { publicUrl, proxies } = server.place
  if (publicUrl) return publicUrl.isSecure
  if (!proxies.has(plainAddress(socket.remoteAddress ?? ''))) return false
  const said = String(headers['x-forwarded-proto'] ?? '').split(',')
  return said.at(-1)?.trim().toLowerCase() === 'https'
}
