import { isDeepStrictEqual } from 'node:util'
import { invalid, type Kinds, kinds, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'
import { keepStanding } from '../sso/requirement.ts'

export type IdentityProvider = Stored<Kinds['identityProvider']>
export type OidcSettings = NonNullable<IdentityProvider['oidc']>
export type SamlSettings = NonNullable<IdentityProvider['saml']>

const noSaml = {
  ssoUrl: null,
  signingCert: null,
  nameIdFormat: null,
  signRequests: false,
  spEntityId: null,
  acsUrl: null,
}

const noOidc = {
  clientId: null,
  clientSecretVaultKeyword: null,
  discoveryUrl: null,
  authorizationEndpoint: null,
  tokenEndpoint: null,
  userinfoEndpoint: null,
  jwksUri: null,
  jwksCachedAt: null,
  scopes: [],
}

const untested = { lastTestedAt: null, lastTestResult: null } as const

/** Every field of a record is always present, inside its blocks too; what was tested is what is there. */
export const identityProviderBehaviour = behaviour<IdentityProvider>(kinds.identityProvider, {
  prepare: ({ next: given, before }) => {
    const saml = given.saml && { ...noSaml, ...given.saml }
    if (saml?.signingCert?.includes('PRIVATE KEY'))
      throw invalid('saml/signingCert', 'has a private key in it, which belongs to the provider alone')
    const oidc = given.oidc && withCachedAt({ ...noOidc, ...given.oidc }, before?.oidc)
    const next = { ...given, saml, oidc }
    const isAsTested = isDeepStrictEqual([before?.saml, before?.oidc], [saml, oidc])
    return before && isAsTested ? next : { ...next, ...untested }
  },
  release: (change, before, after) => keepStanding(change, kinds.identityProvider, before, after),
})

/** Keys that were fetched from another address are not these. */
const withCachedAt = (oidc: OidcSettings, before: OidcSettings | null | undefined): OidcSettings => ({
  ...oidc,
  jwksCachedAt: oidc.jwksUri === before?.jwksUri ? (before?.jwksCachedAt ?? null) : null,
})
