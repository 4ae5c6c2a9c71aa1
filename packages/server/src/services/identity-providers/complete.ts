import type { Kinds, Stored } from '@svc/model'

export type IdentityProvider = Stored<Kinds['identityProvider']>
export type OidcSettings = NonNullable<IdentityProvider['oidc']>
export type SamlSettings = NonNullable<IdentityProvider['saml']>

const noSaml: SamlSettings = {
  ssoUrl: null,
  ssoBinding: 'redirect',
  idpEntityId: null,
  signingCert: null,
  signingCerts: [],
  metadataUrl: null,
  metadataReadAt: null,
  warning: null,
  sloUrl: null,
  nameIdFormat: null,
  signRequests: false,
  encryptAssertions: false,
  idpInitiated: false,
  attributes: { email: null, name: null, groups: null },
  spEntityId: null,
  acsUrl: null,
  spSloUrl: null,
}

const noOidc: OidcSettings = {
  clientId: null,
  clientSecretVaultKeyword: null,
  issuer: null,
  discoveryUrl: null,
  authorizationEndpoint: null,
  tokenEndpoint: null,
  userinfoEndpoint: null,
  endSessionEndpoint: null,
  jwksUri: null,
  jwksCachedAt: null,
  scopes: [],
  claims: { subject: null, email: null, name: null, groups: null },
  hostedDomain: null,
  redirectUri: null,
  backchannelLogoutUri: null,
}

/**
 * Every field of a provider is always present, inside its blocks too; one that was stored before a setting existed has
 * what is usual.
 */
export const complete = (provider: IdentityProvider): IdentityProvider => ({
  ...provider,
  jit: { ...{ enabled: false, role: 'member' as const }, ...provider.jit },
  saml: provider.saml && completeSaml(provider.saml),
  oidc: provider.oidc && {
    ...noOidc,
    ...provider.oidc,
    claims: { ...noOidc.claims, ...provider.oidc.claims },
  },
})

function completeSaml(given: SamlSettings): SamlSettings {
  const saml = { ...noSaml, ...given, attributes: { ...noSaml.attributes, ...given.attributes } }
  const { signingCert, signingCerts } = saml
  return signingCert !== null && signingCerts.length === 0 ? { ...saml, signingCerts: [signingCert] } : saml
}
