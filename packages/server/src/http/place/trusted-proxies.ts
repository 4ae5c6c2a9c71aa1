import { BlockList, isIP, isIPv6 } from 'node:net'

/** The networks whose X-Forwarded-* headers are trusted. */
export interface TrustedProxies {
  has(address: string): boolean
}

/** `10.0.0.0/8, fd00::/8, 192.0.2.7`; none if it is empty. */
export function readTrustedProxies(text: string | undefined): TrustedProxies {
  const list = new BlockList()
  const entries = (text ?? '').split(',').map((entry) => entry.trim())
  for (const entry of entries.length === 1 && entries[0] === '' ? [] : entries) {
    const { address, bits } = readNetwork(entry)
    list.addSubnet(address, bits, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return {
    has: (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
  }
}

function readNetwork(entry: string): { readonly address: string; readonly bits: number } {
  const [base = '', length, ...rest] = entry.split('/')
  const address = plainAddress(base)
  const size = isIPv6(address) ? 128 : 32
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8.
  const mapped = address !== base && isIPv6(base) ? 96 : 0
  const bits = length === undefined ? size : Number(length) - mapped
  const isWhole = length === undefined || /^\d{1,3}$/.test(length)
  if (isIP(address) !== 0 && rest.length === 0 && isWhole && bits >= 0 && bits <= size)
    return { address, bits }
  throw new Error(
    `Trusted proxies must be addresses or networks such as 10.0.0.0/8 or fd00::/8, separated by commas; ${JSON.stringify(entry)} is neither.`,
  )
}

/** The plain form of an IPv4 address that a dual-stack socket shows as IPv6. */
export const plainAddress = (address: string): string =>
  address.trim().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
