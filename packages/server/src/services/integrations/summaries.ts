import type { ConfiguredType, IntegrationConfig, IntegrationConfigs } from '@svc/model'
import { hostOf } from './vcs-host.ts'

type Summaries = {
  readonly [T in ConfiguredType]: (config: IntegrationConfigs[T]) => Readonly<Record<string, unknown>>
}

/** All that is ever told of a configuration: what is not named here stays inside. */
const summaries: Summaries = {
  slack: ({ workspace, defaultChannel = null }) => ({ workspace, defaultChannel }),
  jira: ({ siteUrl, projectKeys = [] }) => ({ siteUrl, projectKeys }),
  envSync: ({ environments, mappings = [] }) => ({ environments, mappings: mappings.length }),
  observability: ({ kind, baseUrl }) => ({ kind, baseUrl }),
  deployment: ({ platforms }) => ({ platforms }),
  vcs: (config) => ({
    host: hostOf(config),
    organisation: config.organisation,
    repositories: config.repositories?.length ?? 0,
  }),
}

export const summaryOf = (type: ConfiguredType, config: IntegrationConfig) => summaries[type](config as never)
