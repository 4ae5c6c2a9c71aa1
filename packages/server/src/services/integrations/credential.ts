import { CatalogError, type ConfiguredType, type IntegrationConfigs, integrationNames } from '@svc/model'
import type { Actor } from '../../store/events.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { MasterKeyError } from '../vault/master-key.ts'
import { UseRefusedError } from '../vault/uses.ts'
import type { Vault } from '../vault/vault.ts'
import { Misfit } from '../verdict.ts'
import { wantedUse } from './keywords.ts'

/** The value that a keyword stands for, as text. */
export type SecretReader = (keyword: string) => Promise<string>

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

interface Account {
  readonly username?: string | undefined
  readonly keyword?: string | undefined
}

/** The headers that say who asks: none without a keyword, Basic with a user name, else Bearer. */
export async function authorization(
  secret: SecretReader,
  { username, keyword }: Account,
): Promise<Record<string, string>> {
  if (keyword === undefined) return {}
  const token = (await secret(keyword)).trim()
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Misfit(
      `The value of ${keyword} is not a token: it has spaces or other characters that none has.`,
    )
  const basic = () => `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`
  return { authorization: username === undefined ? `Bearer ${token}` : basic() }
}

/** The same for what readers see, who are not told what is in the vault: an admin's test says it. */
export async function authorizationFor(place: Place, account: Account): Promise<Record<string, string>> {
  return authorization(secretsOf(place), account).catch((error: unknown) => {
    const isForeseen = [Misfit, MasterKeyError, UseRefusedError].some((one) => error instanceof one)
    if (!isForeseen) throw error
    throw new CatalogError(
      'upstream_unavailable',
      `The credential of the integration “${integrationNames[place.type]}” cannot be used; an admin’s test of it says why.`,
      { cause: error },
    )
  })
}
