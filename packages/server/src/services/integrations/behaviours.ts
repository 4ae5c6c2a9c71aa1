import type { ConfiguredType, IntegrationConfig } from '@svc/model'
import { deployment } from './types/deployment.ts'
import { envSync } from './types/env-sync.ts'
import { jira } from './types/jira.ts'
import { observability } from './types/observability.ts'
import { slack } from './types/slack.ts'
import type { IntegrationBehaviour } from './types/type.ts'
import { vcs } from './types/vcs.ts'

/** What the server does with each type. */
export const integrationBehaviours: { readonly [T in ConfiguredType]: IntegrationBehaviour<T> } = {
  slack,
  jira,
  envSync,
  observability,
  deployment,
  vcs,
}

export const summaryOf = (type: ConfiguredType, config: IntegrationConfig) =>
  integrationBehaviours[type].summaryOf(config as never)
