import { isIPv6 } from 'node:net'
import { type Cidr, isWithin, parseAddress, parseCidr } from './cidr.ts'

/** What the operator lets through the guard. */
export interface AllowList {
  readonly hosts: readonly AllowedHost[]
  readonly ranges: readonly Cidr[]
}

/** Without a port, every port of the host. */
export interface AllowedHost {
  readonly host: string
  readonly port: number | undefined
}

/** Reads hosts, host:port pairs and CIDR ranges; anything else is a configuration error. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const ranges = entries.filter((entry) => entry.includes('/')).map(parseRange)
  const hosts = entries.filter((entry) => !entry.includes('/')).map(parseHost)
  return { hosts, ranges }
}

/** An allowed host is trusted with whatever addresses it resolves to. */
export function isAllowedHost({ hosts }: AllowList, url: URL): boolean {
  const host = withoutFinalDot(url.hostname)
  return hosts.some((entry) => entry.host === host && (entry.port ?? portOf(url)) === portOf(url))
}

/** A range allows its addresses, under any name, but no additional ports. */
export function isAllowedAddress({ ranges }: AllowList, address: string): boolean {
  const parsed = parseAddress(address)
  return parsed !== undefined && ranges.some((range) => isWithin(parsed, range))
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

function parseRange(entry: string): Cidr {
  const range = parseCidr(entry)
  if (!range) throw new TypeError(`"${entry}" in the outbound allow-list is not a CIDR range.`)
  return range
}

function parseHost(entry: string): AllowedHost {
  const [, name, port] = (isIPv6(entry) ? `[${entry}]` : entry).match(HOST_AND_PORT) ?? []
  const url = name === undefined ? null : URL.parse(`http://${name}/`)
  if (!url || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) {
    throw new TypeError(`"${entry}" in the outbound allow-list is not a host, a host:port or a CIDR range.`)
  }
  return { host: withoutFinalDot(url.hostname), port: port === undefined ? undefined : Number(port) }
}

function withoutFinalDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]*]+)(?::(\d{1,5}))?$/i
