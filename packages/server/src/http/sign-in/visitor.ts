import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Visitor } from '../../services/sign-in/sign-in-service.ts'
import { addressOf } from '../place/place.ts'
import { deviceIn, sessionIn } from './cookie.ts'

export const visitorOf = (request: FastifyRequest): Visitor => ({
  agent: request.headers['user-agent'],
  address: networkOf(addressOf(request)),
  session: sessionIn(request),
  device: deviceIn(request),
})

/** With IPv6 everyone has a whole network, so visitors are told apart by its first half. */
function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [left = [], right = []] = ip.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
