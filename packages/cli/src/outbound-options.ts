import type { UpstreamUrls } from '@svc/server'
import type { Values } from './command.ts'
import { dnsOption, readDnsServers } from './dns-option.ts'
import { UsageError } from './failure.ts'
import { fetchAllowOption, readFetchAllow } from './fetch-allow.ts'

const address = (who: string, env: string) =>
  ({ type: 'string', value: 'URL', about: `Where the API of ${who} is, for all organisations`, env }) as const

/** How the world outside is reached. */
export const outboundOptions = {
  ...fetchAllowOption,
  ...dnsOption,
  'pagerduty-url': address('PagerDuty', 'SVC_PAGERDUTY_URL'),
  'opsgenie-url': address('Opsgenie', 'SVC_OPSGENIE_URL'),
  'atlassian-url': address('Atlassian', 'SVC_ATLASSIAN_URL'),
  'sentry-url': address('Sentry', 'SVC_SENTRY_URL'),
  'rollbar-url': address('Rollbar', 'SVC_ROLLBAR_URL'),
  'bugsnag-url': address('Bugsnag', 'SVC_BUGSNAG_URL'),
} as const

const upstreams = ['pagerduty', 'opsgenie', 'atlassian', 'sentry', 'rollbar', 'bugsnag'] as const

export interface Outbound {
  readonly fetchAllow: readonly string[]
  readonly dnsServers: readonly string[]
  readonly upstreamUrls: Partial<UpstreamUrls>
}

export function readOutbound(values: Values<typeof outboundOptions>): Outbound {
  const given = upstreams.flatMap((name) => {
    const text = values[`${name}-url`]
    return text === undefined ? [] : [[name, readAddress(text, `--${name}-url`)] as const]
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
