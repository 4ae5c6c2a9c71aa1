import { Resolver } from 'node:dns'
import { UsageError } from './failure.ts'

export const dnsOption = {
  'dns-server': {
    type: 'string',
    value: 'LIST',
    about: 'DNS servers for checking SSO domains, separated by commas; by default the machine’s',
    env: 'SVC_DNS_SERVERS',
  },
} as const

export function readDnsServers(list = ''): readonly string[] {
  const servers = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  try {
    new Resolver().setServers(servers)
    return servers
  } catch {
    throw new UsageError(
      `--dns-server must be IP addresses, with a port if it is not 53, not ${JSON.stringify(list)}.`,
    )
  }
}
