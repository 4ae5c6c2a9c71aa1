import { CatalogError, type ConfiguredType, type IntegrationConfigs, integrations } from '@svc/model'
import type { Actor } from '../../store/event.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { isCredentialFault, Misfit } from '../foreseen.ts'
import type { Vault } from '../vault/vault.ts'
import { type Account, authorization, type SecretReader } from './authorization.ts'
import { wantedUse } from './keywords.ts'

/** An integration of a partition, as it is configured, and who has it work. */
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
    if (value === null) throw new Misfit(`The vault has no value for the keyword ${keyword} any more.`)
    return Buffer.from(value).toString('utf8')
  }

/** The headers that say who asks, for what readers see, who are not told what is in the vault: an admin's test says it. */
export async function authorizationFor(place: Place, account: Account): Promise<Record<string, string>> {
  return authorization(secretsOf(place), account).catch((error: unknown) => {
    if (!isCredentialFault(error)) throw error
    throw new CatalogError(
      'upstream_unavailable',
      `The credential of the integration “${integrations[place.type].name}” cannot be used; an admin’s test of it says why.`,
      { cause: error },
    )
  })
}
