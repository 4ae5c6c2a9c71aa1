import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Store } from '../../../store/open.ts'
import { ConfigurationError } from '../../expected-errors.ts'
import { grantUse } from '../../vault/permission.ts'
import { hostOf, UseRefusedError } from '../../vault/uses.ts'
import type { Vault } from '../../vault/vault.ts'
import type { KnownProvider } from '../known-provider.ts'

type User = Stored<Kinds['user']>

interface Tools {
  readonly store: Store
  readonly now: () => Date
  readonly vault: Vault
}

/** What svc identifies itself with at the token endpoint; undefined for a provider that needs none. */
export async function clientSecretOf(
  tools: Tools,
  known: KnownProvider,
  tokenEndpoint: string,
): Promise<string | undefined> {
  const keyword = known.provider.oidc?.clientSecretVaultKeyword ?? null
  if (keyword === null) return undefined
  const use = { type: 'oidc', host: hostOf(tokenEndpoint) } as const
  // Sign-in is the same in both modes, so its secret is in the live vault.
  const { live } = known.organisation.partitions
  const reveal = () => tools.vault.reveal(live, keyword, use)
  const value = await reveal().catch(async (error: unknown) => {
    if (!(error instanceof UseRefusedError)) throw error
    await grantToConfigurer(tools, known, { keyword, use })
    return reveal()
  })
  if (value === null)
    throw new ConfigurationError('The live vault has no value for clientSecretVaultKeyword.')
  return Buffer.from(value).toString('utf8')
}

/** A value that was put in without uses may be sent where the same person has configured it to be sent. */
async function grantToConfigurer(
  { store, now }: Tools,
  { organisation, provider }: KnownProvider,
  wanted: Parameters<typeof grantUse>[2],
): Promise<void> {
  const id = provider.configuredBy
  if (id === null) return
  const user = (await store.records(organisation.home).find(kinds.user, id))?.record as User | undefined
  const actor = { type: 'user', id, name: user?.displayName ?? user?.email ?? null } as const
  await grantUse({ store, now }, { partitionId: organisation.partitions.live, actor }, wanted)
}
