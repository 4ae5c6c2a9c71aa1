import { defaultsOf, type Kinds, kinds, type Stored } from '@svc/model'

export type IdentityProvider = Stored<Kinds['identityProvider']>
export type OidcSettings = NonNullable<IdentityProvider['oidc']>
export type SamlSettings = NonNullable<IdentityProvider['saml']>

const { saml: samlField, oidc: oidcField } = kinds.identityProvider.fields
const noSaml = defaultsOf(samlField.schema) as unknown as SamlSettings
const noOidc = defaultsOf(oidcField.schema) as unknown as OidcSettings

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
