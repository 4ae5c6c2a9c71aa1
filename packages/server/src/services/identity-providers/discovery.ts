import { limits } from '@svc/model'
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import { ConfigurationError } from '../expected-errors.ts'
import type { OidcSettings } from './complete.ts'
import { fetchJson, type JsonObject } from './fetch-json.ts'
import { requireSecure } from './secure-url.ts'

/** The settings that a discovery document has, and their names there. */
const endpoints = {
  authorizationEndpoint: 'authorization_endpoint',
  tokenEndpoint: 'token_endpoint',
  userinfoEndpoint: 'userinfo_endpoint',
  endSessionEndpoint: 'end_session_endpoint',
  jwksUri: 'jwks_uri',
} as const

type Endpoint = keyof typeof endpoints
export type Endpoints = Pick<OidcSettings, Endpoint>

const requiredEndpoints: readonly Endpoint[] = ['authorizationEndpoint', 'tokenEndpoint', 'jwksUri']

/** What a provider publishes about itself. */
export interface Discovery {
  readonly issuer: string
  readonly endpoints: Partial<Endpoints>
  readonly document: JsonObject
}

/** Where a provider publishes its configuration; undefined if all of it is set by hand. */
export function discoveryAddressOf(oidc: OidcSettings): string | undefined {
  if (oidc.discoveryUrl !== null) return oidc.discoveryUrl
  const isSet = requiredEndpoints.every((name) => oidc[name] !== null)
  return isSet ? undefined : (oidc.issuer ?? undefined)
}

export async function readDiscovery(
  fetch: GuardedFetch,
  address: string,
  expected: string | null,
): Promise<Discovery> {
  const { url, issuer } = addressesOf(address)
  const document = await fetchJson(fetch, url, 'The discovery document')
  const named = issuerIn(document, expected ?? issuer)
  const found = Object.keys(endpoints).flatMap((key) => {
    const value = endpointIn(document, key as Endpoint)
    return value === null ? [] : [[key, value]]
  })
  return { issuer: named, endpoints: Object.fromEntries(found), document }
}

const wellKnown = '/.well-known/openid-configuration'

/** The URL of the document, and the issuer it must name: that URL without the well-known part. */
function addressesOf(text: string): { readonly url: string; readonly issuer: string } {
  const { origin, pathname } = requireSecure(text, 'discoveryUrl')
  const base = pathname.endsWith(wellKnown) ? pathname.slice(0, -wellKnown.length) : pathname
  const issuer = origin + base.replace(/\/+$/, '')
  return { url: issuer + wellKnown, issuer }
}

/** Some providers end theirs with a slash, which the document's URL does not show. */
function issuerIn({ issuer }: JsonObject, expected: string): string {
  if (issuer === expected || issuer === `${expected}/`) return issuer
  const said = typeof issuer === 'string' && issuer.length <= 200 ? URL.parse(issuer) : null
  const name = said && /^https?:$/.test(said.protocol) ? said.origin + said.pathname : 'something else'
  throw new ConfigurationError(`The discovery document names ${name} as its issuer, not ${expected}.`)
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
