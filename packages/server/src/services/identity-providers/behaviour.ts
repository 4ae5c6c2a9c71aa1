import { isDeepStrictEqual } from 'node:util'
import { invalid, type Kinds, kinds, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'
import { keepRequirements } from '../sso/requirement.ts'

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

/** Every field of a record is always present, inside its blocks too; any change resets the test result. */
export const identityProviderBehaviour = behaviour<IdentityProvider>(kinds.identityProvider, {
  prepare: ({ next: given, before }) => {
    const saml = given.saml && { ...noSaml, ...given.saml }
    if (saml?.signingCert?.includes('PRIVATE KEY'))
      throw invalid(
        'saml/signingCert',
        'contains a private key, which only the provider may have; paste only the certificate',
      )
    const oidc = given.oidc && withCachedAt({ ...noOidc, ...given.oidc }, before?.oidc)
    const next = { ...given, saml, oidc }
    const isAsTested = isDeepStrictEqual([before?.saml, before?.oidc], [saml, oidc])
    return before && isAsTested ? next : { ...next, ...untested }
  },
  release: (change, before, after) => keepRequirements(change, kinds.identityProvider, before, after),
})

/** Keys fetched from another URL no longer count. */
const withCachedAt = (oidc: OidcSettings, before: OidcSettings | null | undefined): OidcSettings => ({
  ...oidc,
  jwksCachedAt: oidc.jwksUri === before?.jwksUri ? (before?.jwksCachedAt ?? null) : null,
})
