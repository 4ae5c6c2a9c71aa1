import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Visitor } from '../../services/sign-in/door.ts'
import { deviceIn, sessionIn } from './cookie.ts'

export const visitorOf = (request: FastifyRequest): Visitor => ({
  agent: request.headers['user-agent'],
  address: networkOf(addressOf(request)),
  session: sessionIn(request),
  device: deviceIn(request),
})

/**
 * A proxy stands beside the server and says last whom it speaks for; without that all who come through it would be
 * one address. Who is beside the server and makes it up is still counted by the person that they try to be.
 */
function addressOf({ ip, headers }: FastifyRequest): string {
  const said = plain(
    String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1) ?? '',
  )
  const peer = plain(ip)
  return isIP(said) !== 0 && isNear(peer) ? said : peer
}

/** An IPv4 address as such, where a socket for both shows it as IPv6. */
const plain = (ip: string): string => ip.trim().replace(/^::ffff:(?=[\d.]+$)/i, '')

const near = new BlockList()
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  near.addSubnet(net, prefix)
}
for (const [net, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  near.addSubnet(net, prefix, 'ipv6')
}

const isNear = (ip: string): boolean => isIP(ip) !== 0 && near.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')

/** Of IPv6 anyone has a whole network: its first half is what tells them apart. */
function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [left = [], right = []] = ip.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
