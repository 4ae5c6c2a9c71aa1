import type { Configuration } from 'openid-client'
import { vendors } from '@svc/model'
import type { GuardedFetch } from '../../../outbound/guarded-fetch.ts'
import type { Store } from '../../../store/open.ts'
import { ConfigurationError } from '../../expected-errors.ts'
import {
  type Discovery,
  discoveryAddressOf,
  type Endpoints,
  readDiscovery,
} from '../../identity-providers/discovery.ts'
import type { OidcSettings } from '../../identity-providers/complete.ts'
import { requireSecure } from '../../identity-providers/secure-url.ts'
import type { Vault } from '../../vault/vault.ts'
import type { KnownProvider } from '../known-provider.ts'
import { acceptedAlgorithms } from '../signed-token.ts'
import { clientSecretOf } from './client-secret.ts'
import { fetchFor } from './fetch-for.ts'

/** All that is needed to talk to a provider. */
export interface OidcConfiguration {
  readonly issuer: string
  readonly clientId: string
  readonly endpoints: Endpoints & { readonly jwksUri: string }
  readonly scopes: readonly string[]
  /** For the library; with the client secret, if `withSecret` asked for it. */
  readonly client: Configuration
}

export interface Configurations {
  of(known: KnownProvider, options?: { readonly withSecret?: boolean }): Promise<OidcConfiguration>
  /** What is known without asking the provider: where people sign out. */
  endSessionEndpointOf(known: KnownProvider): Promise<string | undefined>
}

interface Tools {
  readonly store: Store
  readonly now: () => Date
  readonly fetch: GuardedFetch
  readonly vault: Vault
}

/** How long a provider's own description is believed. */
const freshMs = 10 * 60_000
const maxKept = 1_000

interface Kept {
  readonly discovery: Promise<Discovery>
  readonly until: number
}

export function createConfigurations(tools: Tools): Configurations {
  const kept = new Map<string, Kept>()

  const discover = (oidc: OidcSettings, address: string): Promise<Discovery> => {
    const key = `${address} ${oidc.issuer ?? ''}`
    const at = tools.now().getTime()
    const known = kept.get(key)
    if (known && known.until > at) return known.discovery
    if (kept.size >= maxKept) kept.clear()
    const discovery = readDiscovery(tools.fetch, address, oidc.issuer)
    kept.set(key, { discovery, until: at + freshMs })
    discovery.catch(() => kept.delete(key))
    return discovery
  }

  const published = async (oidc: OidcSettings): Promise<Discovery | undefined> => {
    const address = discoveryAddressOf(oidc)
    return address === undefined ? undefined : discover(oidc, address)
  }

  return {
    async of(known, { withSecret = false } = {}) {
      const { oidc, vendor } = known.provider
      if (!oidc?.clientId) throw new ConfigurationError('clientId is not set.')
      const found = await published(oidc)
      const issuer = found?.issuer ?? oidc.issuer
      if (!issuer) throw new ConfigurationError('Neither issuer nor discoveryUrl is set.')
      const endpoints = { ...endpointsOf(oidc), ...found?.endpoints }
      const { authorizationEndpoint, tokenEndpoint, jwksUri } = endpoints
      if (!authorizationEndpoint || !tokenEndpoint || !jwksUri)
        throw new ConfigurationError(
          'Set issuer or discoveryUrl, or authorizationEndpoint, tokenEndpoint and jwksUri.',
        )
      for (const [name, url] of Object.entries({ authorizationEndpoint, tokenEndpoint, jwksUri }))
        requireSecure(url, name)
      const secret = withSecret ? await clientSecretOf(tools, known, tokenEndpoint) : undefined
      const client = await clientFor(tools.fetch, {
        ...{ issuer, endpoints, clientId: oidc.clientId, secret, document: found?.document ?? {} },
      })
      const scopes = oidc.scopes.length > 0 ? oidc.scopes : vendors[vendor].scopes
      return { issuer, clientId: oidc.clientId, endpoints: { ...endpoints, jwksUri }, scopes, client }
    },

    async endSessionEndpointOf({ provider: { oidc } }) {
      if (!oidc) return undefined
      if (oidc.endSessionEndpoint !== null) return oidc.endSessionEndpoint
      // Signing out does not wait long for the provider, and does not depend on it.
      const found = await published(oidc).catch(() => undefined)
      return found?.endpoints.endSessionEndpoint ?? undefined
    },
  }
}

const endpointsOf = (oidc: OidcSettings): Endpoints => {
  const { authorizationEndpoint, tokenEndpoint, userinfoEndpoint, endSessionEndpoint, jwksUri } = oidc
  return { authorizationEndpoint, tokenEndpoint, userinfoEndpoint, endSessionEndpoint, jwksUri }
}

interface Parts {
  readonly issuer: string
  readonly endpoints: Endpoints
  readonly clientId: string
  readonly secret: string | undefined
  readonly document: Readonly<Record<string, unknown>>
}

async function clientFor(
  fetch: GuardedFetch,
  { issuer, endpoints, clientId, secret, document }: Parts,
): Promise<Configuration> {
  const library = await import('openid-client')
  const signedBy = textsIn(document, 'id_token_signing_alg_values_supported')
  const authentication = textsIn(document, 'token_endpoint_auth_methods_supported')
  const isPosted = authentication !== undefined && !authentication.includes('client_secret_basic')
  const client = new library.Configuration(
    {
      issuer,
      ...(endpoints.authorizationEndpoint && { authorization_endpoint: endpoints.authorizationEndpoint }),
      ...(endpoints.tokenEndpoint && { token_endpoint: endpoints.tokenEndpoint }),
      ...(endpoints.userinfoEndpoint && { userinfo_endpoint: endpoints.userinfoEndpoint }),
      ...(endpoints.jwksUri && { jwks_uri: endpoints.jwksUri }),
      authorization_response_iss_parameter_supported:
        document.authorization_response_iss_parameter_supported === true,
      // Where a provider does not say what it signs with, the library would take RS256 alone.
      id_token_signing_alg_values_supported: [...(signedBy ?? acceptedAlgorithms)],
    },
    clientId,
    { [library.clockTolerance]: 60 },
    secret === undefined
      ? library.None()
      : isPosted
        ? library.ClientSecretPost(secret)
        : library.ClientSecretBasic(secret),
  )
  client[library.customFetch] = fetchFor(fetch)
  // Only for http on this machine: every other address must be https.
  library.allowInsecureRequests(client)
  return client
}

const textsIn = (
  document: Readonly<Record<string, unknown>>,
  name: string,
): readonly string[] | undefined => {
  const value = document[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined
}
