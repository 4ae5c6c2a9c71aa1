import { CatalogError, type ConfiguredType, type IntegrationConfigs, integrations } from '@svc/model'
import type { Actor } from '../../store/event.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { ConfigurationError, isCredentialError } from '../expected-errors.ts'
import type { Vault } from '../vault/vault.ts'
import { type Account, authorization, type SecretReader } from './authorization.ts'
import { wantedUse } from './keywords.ts'

/** A configured integration of a partition, and who uses it. */
export interface Place<T extends ConfiguredType = ConfiguredType> {
  readonly vault: Vault
  readonly partitionId: PartitionId
  readonly type: T
  readonly config: IntegrationConfigs[T]
  readonly actor?: Actor
}

/** What an integration may read from the vault. */
export const secretsOf =
  ({ vault, partitionId, type, config, ...asker }: Place): SecretReader =>
  async (keyword) => {
    const value = await vault.reveal(partitionId, keyword, { ...wantedUse(type, config), ...asker })
    if (value === null)
      throw new ConfigurationError(`The vault no longer has a value for the keyword ${keyword}.`)
    return Buffer.from(value).toString('utf8')
  }

/**
 * The authorization header. Its errors are for readers, who may not learn what is in the vault; an admin's test tells
 * more.
 */
export async function authorizationFor(place: Place, account: Account): Promise<Record<string, string>> {
  return authorization(secretsOf(place), account).catch((error: unknown) => {
    if (!isCredentialError(error)) throw error
    throw new CatalogError(
      'upstream_unavailable',
      `The credential of the integration “${integrations[place.type].name}” cannot be used. An admin can test the integration to see why.`,
      { cause: error },
    )
  })
}
