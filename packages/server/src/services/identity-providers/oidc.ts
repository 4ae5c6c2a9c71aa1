import { limits } from '@svc/model'
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { Verdict } from '../verdict.ts'
import { ConfigurationError } from '../expected-errors.ts'
import type { OidcSettings } from './behaviour.ts'
import { fetchJson, type JsonObject } from './fetch-json.ts'
import { usableKeys } from './key-set.ts'
import { requireSecure } from './secure-url.ts'

/** The settings that a discovery document has, and their names there. */
const endpoints = {
  authorizationEndpoint: 'authorization_endpoint',
  tokenEndpoint: 'token_endpoint',
  userinfoEndpoint: 'userinfo_endpoint',
  jwksUri: 'jwks_uri',
} as const

type Endpoint = keyof typeof endpoints
export type Discovered = Partial<Pick<OidcSettings, Endpoint>>

const requiredEndpoints: readonly Endpoint[] = ['authorizationEndpoint', 'tokenEndpoint', 'jwksUri']

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

  const discovered = oidc.discoveryUrl === null ? {} : await discover(fetch, oidc, oidc.discoveryUrl)
  const { authorizationEndpoint, tokenEndpoint, jwksUri } = { ...oidc, ...discovered }
  if (!authorizationEndpoint || !tokenEndpoint || !jwksUri)
    throw new ConfigurationError('Set discoveryUrl, or authorizationEndpoint, tokenEndpoint and jwksUri.')
  for (const [name, address] of Object.entries({ authorizationEndpoint, tokenEndpoint, jwksUri }))
    requireSecure(address, name)
  const keyword = oidc.clientSecretVaultKeyword
  if (keyword !== null && !(await hasSecret(keyword, tokenEndpoint)))
    throw new ConfigurationError('The live vault has no value for clientSecretVaultKeyword.')

  const count = usableKeys(await fetchJson(fetch, jwksUri, 'The key set at jwksUri'))
  if (count === 0) throw new ConfigurationError('The key set at jwksUri has no key to check signatures with.')
  const keys = count === 1 ? 'a key' : `${count} keys`
  const how =
    oidc.discoveryUrl === null ? `The provider publishes ${keys}` : `Discovery works and there is ${keys}`
  return { ok: true, message: `${how} to check signatures with.`, discovered }
}

async function discover(fetch: GuardedFetch, oidc: OidcSettings, discoveryUrl: string): Promise<Discovered> {
  const { document, issuer } = addressesOf(discoveryUrl)
  const found = await fetchJson(fetch, document, 'The discovery document')
  checkIssuer(found, issuer)
  checkAbilities(found, oidc)
  return Object.fromEntries(
    Object.keys(endpoints).flatMap((key) => {
      const name = key as Endpoint
      const address = endpointIn(found, name)
      if (address === null) return []
      if (!oidc[name]) return [[name, address]]
      if (oidc[name] === address) return []
      throw new ConfigurationError(
        `${name} differs from the discovery document; clear it to use the one from there.`,
      )
    }),
  )
}

const wellKnown = '/.well-known/openid-configuration'

/** The URL of the document, and the issuer it must name: that URL without the well-known part. */
function addressesOf(discoveryUrl: string): { readonly document: string; readonly issuer: string } {
  const { origin, pathname } = requireSecure(discoveryUrl, 'discoveryUrl')
  const base = pathname.endsWith(wellKnown) ? pathname.slice(0, -wellKnown.length) : pathname
  const issuer = origin + base.replace(/\/+$/, '')
  return { document: issuer + wellKnown, issuer }
}

/** Some providers end theirs with a slash, which the document's URL does not show. */
function checkIssuer({ issuer }: JsonObject, expected: string): void {
  if (issuer === expected || issuer === `${expected}/`) return
  const said = typeof issuer === 'string' && issuer.length <= 200 ? URL.parse(issuer) : null
  const name = said && /^https?:$/.test(said.protocol) ? said.origin + said.pathname : 'something else'
  throw new ConfigurationError(`The discovery document names ${name} as its issuer, not ${expected}.`)
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

function endpointIn(found: JsonObject, name: Endpoint): string | null {
  const value = found[endpoints[name]]
  if (typeof value === 'string' && value.length <= limits.url) {
    requireSecure(value, endpoints[name])
    return value
  }
  if (requiredEndpoints.includes(name))
    throw new ConfigurationError(`The discovery document has no ${endpoints[name]}.`)
  return null
}
