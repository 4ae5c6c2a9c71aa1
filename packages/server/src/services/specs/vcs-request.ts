import type { IntegrationConfigs } from '@svc/model'
import { apiUrlOf, hostOf } from '../integrations/vcs-host.ts'
import type { Reading, RepositoryFile } from './repository-file.ts'

type Vcs = IntegrationConfigs['vcs']

/** The API URL of a connection that returns a file's bytes. */
export const fileUrl = (config: Vcs, { repository }: RepositoryFile, reading: Reading): string =>
  `${apiUrlOf(config)}${paths[config.provider](repository, reading)}`

/** The request headers besides the credential. */
export function fileHeaders(config: Vcs): Record<string, string> {
  if (config.provider !== 'github') return { accept: '*/*' }
  return {
    // Other media types are limited to 1 MB.
    accept: 'application/vnd.github.raw+json',
    'x-github-api-version': isSelfHosted(config) ? '2022-11-28' : '2026-03-10',
  }
}

/** Such a server may be years old, and rejects an API version that it does not know. */
const isSelfHosted = (config: Vcs): boolean => !/^(github\.com|.+\.ghe\.com)$/.test(hostOf(config))

const each = (parts: readonly string[]): string => parts.map(encodeURIComponent).join('/')

const whole = (parts: readonly string[]): string => encodeURIComponent(parts.join('/')).replaceAll('.', '%2E')

const paths: Readonly<Record<Vcs['provider'], (repository: readonly string[], reading: Reading) => string>> =
  {
    github: (repository, { ref, path }) =>
      `/repos/${each(repository)}/contents/${each(path)}?ref=${encodeURIComponent(ref)}`,
    gitlab: (repository, { ref, path }) =>
      `/projects/${encodeURIComponent(repository.join('/'))}/repository/files/${whole(path)}/raw?ref=${encodeURIComponent(ref)}`,
    bitbucket: (repository, { ref, path }) =>
      `/repositories/${each(repository)}/src/${encodeURIComponent(ref)}/${each(path)}`,
  }
