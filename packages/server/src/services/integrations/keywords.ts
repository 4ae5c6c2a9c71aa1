import {
  type ConfiguredType,
  type IntegrationConfig,
  type IntegrationConfigs,
  integrationFacts,
  type JsonSchema,
  needsHost,
  type VaultUse,
  vaultKeywordFormat,
} from '@svc/model'
import type { NamedUse } from '../vault/permission.ts'
import { hostOf } from '../vault/uses.ts'
import { apiUrlOf } from './vcs-host.ts'

interface Named {
  readonly path: string
  readonly keyword: string
}

/** Every place in a configuration that names a vault item. */
export function* keywordsIn(schema: JsonSchema, value: unknown, path = 'config'): Generator<Named> {
  if (typeof value === 'string') {
    if (schema.format === vaultKeywordFormat) yield { path, keyword: value }
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* keywordsIn(schema.items ?? {}, one, `${path}/${index}`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value))
      yield* keywordsIn(schema.properties?.[key] ?? {}, one, `${path}/${key}`)
  }
}

/** What a configuration wants vault items for, and where it would send them. */
export const usesIn = (type: ConfiguredType, config: IntegrationConfig): readonly NamedUse[] =>
  [...keywordsIn(integrationFacts[type].config, config)].map((named) => ({
    ...named,
    use: wantedUse(type, config),
  }))

export const wantedUse = (type: ConfiguredType, config: IntegrationConfig): VaultUse => ({
  type,
  host: needsHost(type) ? hostOf(addressOf(type, config)) : null,
})

function addressOf(type: ConfiguredType, config: IntegrationConfig): string {
  if (type === 'jira') return (config as IntegrationConfigs['jira']).siteUrl
  if (type === 'vcs') return apiUrlOf(config as IntegrationConfigs['vcs'])
  return (config as IntegrationConfigs['observability']).baseUrl
}
