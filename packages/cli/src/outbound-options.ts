import { type UpstreamName, type UpstreamUrls, upstreamAddresses } from '@svc/model'
import type { Values } from './command.ts'
import { dnsOption, readDnsServers } from './dns-option.ts'
import { UsageError } from './failure.ts'
import { fetchAllowOption, readFetchAllow } from './fetch-allow.ts'

type OptionName = `${UpstreamName}-url`

interface AddressOption {
  readonly type: 'string'
  readonly value: string
  readonly about: string
  readonly env: string
}

const upstreams = Object.keys(upstreamAddresses) as readonly UpstreamName[]

/** `--pagerduty-url` and similar options. */
const addressOptions = Object.fromEntries(
  upstreams.map((key): [OptionName, AddressOption] => {
    const about = `Where the API of ${upstreamAddresses[key].name} is, for all organisations`
    return [`${key}-url`, { type: 'string', value: 'URL', about, env: `SVC_${key.toUpperCase()}_URL` }]
  }),
) as Readonly<Record<OptionName, AddressOption>>

/** How other services are reached. */
export const outboundOptions = { ...fetchAllowOption, ...dnsOption, ...addressOptions } as const

export interface Outbound {
  readonly fetchAllow: readonly string[]
  readonly dnsServers: readonly string[]
  readonly upstreamUrls: Partial<UpstreamUrls>
}

export function readOutbound(values: Values<typeof outboundOptions>): Outbound {
  const given = upstreams.flatMap((key) => {
    const text = values[`${key}-url`]
    return text === undefined ? [] : [[key, readAddress(text, `--${key}-url`)] as const]
  })
  return {
    fetchAllow: readFetchAllow(values),
    dnsServers: readDnsServers(values['dns-server']),
    upstreamUrls: Object.fromEntries(given),
  }
}

function readAddress(text: string, source: string): string {
  if (/^https?:\/\/[^\s@?#]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw new UsageError(
    `${source} must be an address such as https://api.example.com, without a user name, ? or #.`,
  )
}
