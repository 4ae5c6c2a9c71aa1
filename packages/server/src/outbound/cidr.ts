import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface Cidr {
  readonly base: Address
  readonly bits: number
}

export type Address = ReturnType<typeof ipaddr.parse>

export function parseCidr(text: string): Cidr | undefined {
  const [base = '', bits = '', ...rest] = text.split('/')
  const address = parseAddress(base)
  if (!address || rest.length > 0 || !/^\d{1,3}$/.test(bits)) return undefined
  return Number(bits) <= sizes[address.kind()] ? { base: address, bits: Number(bits) } : undefined
}

/** Asks node:net first, because ipaddr.js also reads "10" as 0.0.0.10 and "0x7f.1" as 127.0.0.1. */
export function parseAddress(text: string): Address | undefined {
  return isIP(text) !== 0 && ipaddr.isValid(text) ? ipaddr.parse(text) : undefined
}

/** A v4 range never contains a v6 address that embeds one of its addresses. */
export function isWithin(address: Address, { base, bits }: Cidr): boolean {
  return address.kind() === base.kind() && address.match(base, bits)
}

const sizes = { ipv4: 32, ipv6: 128 } as const
