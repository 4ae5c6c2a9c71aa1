import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import type { PublicUrl } from './public-url.ts'
import { plainAddress, type TrustedProxies } from './trusted-proxies.ts'

/** Where svc stands: at which address, and behind whom. */
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

/** What stands before each address of ours in a link or a header. */
export const prefixOf = ({ server }: FastifyRequest): string => server.place.publicUrl?.path ?? ''

/**
 * The address that a request comes from: of the last hop that is no proxy of ours. Whatever stands before that in
 * X-Forwarded-For anyone may have made up. `Forwarded` is not read: two headers could disagree.
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

/** Some proxies add the port. What is no address says nothing. */
function hopOf(text: string): string | undefined {
  const [, bracketed, dotted] = /^\s*(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)\s*$/.exec(text) ?? []
  const address = plainAddress(bracketed ?? dotted ?? text)
  return isIP(address) === 0 ? undefined : address
}

/** Whether the visitor's own connection is encrypted: as the operator says, else as a proxy of ours does. */
export function isEncrypted({ socket, headers, server }: FastifyRequest): boolean {
  const { publicUrl, proxies } = server.place
  if (publicUrl) return publicUrl.isSecure
  if (!proxies.has(plainAddress(socket.remoteAddress ?? ''))) return false
  const said = String(headers['x-forwarded-proto'] ?? '').split(',')
  return said.at(-1)?.trim().toLowerCase() === 'https'
}
