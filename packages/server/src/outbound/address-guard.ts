import { type Address, type Cidr, isWithin, parseAddress, parseCidr } from './cidr.ts'

export function isPublicAddress(address: string): boolean {
  return whyNotPublic(address) === undefined
}

/** What kind of non-public address it is, in a few words; undefined when it is public. */
export function whyNotPublic(address: string): string | undefined {
  const parsed = parseAddress(address)
  if (!parsed) return 'not an IP address'
  const listed = blockedRanges().find(({ range }) => isWithin(parsed, range))
  return listed ? listed.about : whyNotUnicast(parsed)
}

function whyNotUnicast(address: Address): string | undefined {
  // ipaddr.js calls everything it does not know unicast, including ::127.0.0.1.
  if (address.kind() === 'ipv6' && !isWithin(address, globalUnicast())) return 'outside global unicast'
  return address.range() === 'unicast' ? undefined : 'reserved'
}

// Parsed with the first request that leaves: the server starts faster without it.
let unicast: Cidr | undefined
const globalUnicast = (): Cidr => {
  unicast ??= range('2000::/3')
  return unicast
}

/**
 * The special-purpose ranges of IANA. v6 forms that embed a v4 address are refused as a whole: a gateway
 * between here and there decides where they lead.
 */
const blocked: Readonly<Record<string, string>> = {
  '0.0.0.0/8': 'this network',
  '10.0.0.0/8': 'private network',
  '100.64.0.0/10': 'carrier-grade NAT',
  '127.0.0.0/8': 'loopback',
  '169.254.0.0/16': 'link-local',
  '172.16.0.0/12': 'private network',
  '192.0.0.0/24': 'protocol assignments',
  '192.0.2.0/24': 'documentation',
  '192.31.196.0/24': 'AS112',
  '192.52.193.0/24': 'multicast tunnelling',
  '192.88.99.0/24': '6to4 relay',
  '192.168.0.0/16': 'private network',
  '192.175.48.0/24': 'AS112',
  '198.18.0.0/15': 'benchmarking',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '240.0.0.0/4': 'reserved',
  '::/128': 'unspecified',
  '::1/128': 'loopback',
  '::/96': 'IPv4-compatible IPv6',
  '::ffff:0:0/96': 'IPv4-mapped IPv6',
  '::ffff:0:0:0/96': 'IPv4-translated IPv6',
  '64:ff9b::/96': 'NAT64',
  '64:ff9b:1::/48': 'NAT64',
  '100::/64': 'discard only',
  '2001::/32': 'Teredo',
  '2001::/23': 'protocol assignments',
  '2001:db8::/32': 'documentation',
  '2002::/16': '6to4',
  '3fff::/20': 'documentation',
  '5f00::/16': 'segment routing',
  'fc00::/7': 'unique local',
  'fe80::/10': 'link-local',
  'fec0::/10': 'site-local',
  'ff00::/8': 'multicast',
}

let ranges: readonly { readonly range: Cidr; readonly about: string }[] | undefined
function blockedRanges(): NonNullable<typeof ranges> {
  ranges ??= Object.entries(blocked).map(([cidr, about]) => ({ range: range(cidr), about }))
  return ranges
}

function range(text: string): Cidr {
  const cidr = parseCidr(text)
  if (!cidr) throw new Error(`"${text}" is not a CIDR range.`)
  return cidr
}
