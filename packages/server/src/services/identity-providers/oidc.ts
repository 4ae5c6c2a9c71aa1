import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { Verdict } from '../verdict.ts'
import { ConfigurationError } from '../expected-errors.ts'
import type { OidcSettings } from './complete.ts'
import { discoveryAddressOf, type Endpoints, readDiscovery } from './discovery.ts'
import { fetchJson, type JsonObject } from './fetch-json.ts'
import { usableKeys } from './key-set.ts'
import { requireSecure } from './secure-url.ts'

/** What discovery fills in where nothing was set. */
export type Discovered = Partial<Endpoints>

interface Tools {
  readonly fetch: GuardedFetch
  /** Whether the vault has a value that may be sent to the token endpoint. */
  hasSecret(keyword: string, tokenEndpoint: string): Promise<boolean>
}

/** Whether members could be sent to sign in there, from what the provider publishes. */
export async function tryOidc(
  oidc: OidcSettings | null,
  { fetch, hasSecret }: Tools,
): Promise<Verdict & { readonly discovered: Discovered }> {
  if (!oidc?.clientId) throw new ConfigurationError('clientId is not set.')
  if (oidc.scopes.length > 0 && !oidc.scopes.includes('openid'))
    throw new ConfigurationError('The scopes must include openid.')

  const address = discoveryAddressOf(oidc)
  const discovered = address === undefined ? {} : await discover(fetch, oidc, address)
  const { authorizationEndpoint, tokenEndpoint, jwksUri } = { ...oidc, ...discovered }
  if (!authorizationEndpoint || !tokenEndpoint || !jwksUri)
    throw new ConfigurationError(
      'Set issuer or discoveryUrl, or authorizationEndpoint, tokenEndpoint and jwksUri.',
    )
  for (const [name, address] of Object.entries({ authorizationEndpoint, tokenEndpoint, jwksUri }))
    requireSecure(address, name)
  const keyword = oidc.clientSecretVaultKeyword
  if (keyword !== null && !(await hasSecret(keyword, tokenEndpoint)))
    throw new ConfigurationError('The live vault has no value for clientSecretVaultKeyword.')

  const count = usableKeys(await fetchJson(fetch, jwksUri, 'The key set at jwksUri'))
  if (count === 0) throw new ConfigurationError('The key set at jwksUri has no key to check signatures with.')
  const keys = count === 1 ? 'a key' : `${count} keys`
  const how =
    address === undefined ? `The provider publishes ${keys}` : `Discovery works and there is ${keys}`
  return { ok: true, message: `${how} to check signatures with.`, discovered }
}

async function discover(fetch: GuardedFetch, oidc: OidcSettings, address: string): Promise<Discovered> {
  const { endpoints, document } = await readDiscovery(fetch, address, oidc.issuer)
  checkAbilities(document, oidc)
  return Object.fromEntries(
    Object.entries(endpoints).flatMap(([key, found]) => {
      const set = oidc[key as keyof Discovered]
      if (!set) return [[key, found]]
      if (set === found) return []
      throw new ConfigurationError(
        `${key} differs from the discovery document; clear it to use the one from there.`,
      )
    }),
  )
}

function checkAbilities(found: JsonObject, { scopes }: OidcSettings): void {
  if (!textsIn(found, 'response_types_supported')?.includes('code'))
    throw new ConfigurationError(
      'The provider does not offer the authorization code flow (response type code).',
    )
  if (textsIn(found, 'code_challenge_methods_supported')?.includes('S256') === false)
    throw new ConfigurationError('The provider does not offer PKCE with S256.')
  const offered = textsIn(found, 'scopes_supported')
  const unknown = offered && scopes.find((scope) => !offered.includes(scope))
  if (unknown !== undefined) throw new ConfigurationError(`The provider does not offer the scope ${unknown}.`)
}

const textsIn = (found: JsonObject, name: string): readonly unknown[] | undefined => {
  const value = found[name]
  return Array.isArray(value) ? value : undefined
}
