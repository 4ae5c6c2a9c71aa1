import type { IntegrationConfigs } from '@svc/model'

type Vcs = IntegrationConfigs['vcs']

interface Place {
  readonly publicHost: string
  /** The API of a host. A token for another host must not be sent to the public one. */
  apiUrlAt(host: string): string
}

const places: Readonly<Record<Vcs['provider'], Place>> = {
  github: {
    publicHost: 'github.com',
    apiUrlAt: (host) =>
      /^github\.com$|\.ghe\.com$/.test(host) ? `https://api.${host}` : `https://${host}/api/v3`,
  },
  gitlab: { publicHost: 'gitlab.com', apiUrlAt: (host) => `https://${host}/api/v4` },
  bitbucket: {
    publicHost: 'bitbucket.org',
    apiUrlAt: (host) => (host === 'bitbucket.org' ? 'https://api.bitbucket.org/2.0' : `https://${host}/2.0`),
  },
}

/** The host of its web pages. */
export const hostOf = ({ provider, host }: Vcs): string => (host ?? places[provider].publicHost).toLowerCase()

/** The URL of its API, without a slash at the end. */
export const apiUrlOf = (config: Vcs): string =>
  config.apiUrl?.replace(/\/+$/, '') ?? places[config.provider].apiUrlAt(hostOf(config))
