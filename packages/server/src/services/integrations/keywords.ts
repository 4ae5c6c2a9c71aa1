import {
  type AddressedType,
  type ConfiguredType,
  type IntegrationConfig,
  integrations,
  isAddressed,
  type JsonSchema,
  means,
  type VaultUse,
} from '@svc/model'
import type { NamedUse } from '../vault/permission.ts'
import { hostOf } from '../vault/uses.ts'
import { integrationBehaviours } from './behaviours.ts'

interface Named {
  readonly path: string
  readonly keyword: string
}

/** Every place in a configuration that names a vault item. */
export function* keywordsIn(schema: JsonSchema, value: unknown, path = 'config'): Generator<Named> {
  if (typeof value === 'string') {
    if (schema[means] === 'vaultItem') yield { path, keyword: value }
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* keywordsIn(schema.items ?? {}, one, `${path}/${index}`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value))
      yield* keywordsIn(schema.properties?.[key] ?? {}, one, `${path}/${key}`)
  }
}

/** What a configuration uses vault items for, and where it would send them. */
export const usesIn = (type: ConfiguredType, config: IntegrationConfig): readonly NamedUse[] =>
  [...keywordsIn(integrations[type].config, config)].map((named) => ({
    ...named,
    use: wantedUse(type, config),
  }))

export const wantedUse = (type: ConfiguredType, config: IntegrationConfig): VaultUse => ({
  type,
  host: isAddressed(type) ? hostOf(addressOf(type, config)) : null,
})

const addressOf = (type: AddressedType, config: IntegrationConfig): string =>
  integrationBehaviours[type].addressOf(config as never)
