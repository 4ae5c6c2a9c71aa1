import type { IntegrationConfigs } from '@svc/model'

type Vcs = IntegrationConfigs['vcs']

const publicHosts = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
} as const satisfies Record<Vcs['provider'], string>

/** Where its pages are. */
export const hostOf = ({ provider, host }: Vcs): string => (host ?? publicHosts[provider]).toLowerCase()

/** Where its API is, without a slash at the end. */
export function apiUrlOf(config: Vcs): string {
  const host = hostOf(config)
  if (config.apiUrl !== undefined) return config.apiUrl.replace(/\/+$/, '')
  if (config.provider === 'gitlab') return `https://${host}/api/v4`
  // A token of another host must not go to the public one.
  if (config.provider === 'bitbucket')
    return host === publicHosts.bitbucket ? 'https://api.bitbucket.org/2.0' : `https://${host}/2.0`
  return host === publicHosts.github || host.endsWith('.ghe.com')
    ? `https://api.${host}`
    : `https://${host}/api/v3`
}
