import type { IdentityProvider } from './complete.ts'

/** The addresses of svc that a provider has to know. They are in its configuration, so they never change. */
export const addressesAt = (publicUrl: string, providerId: string) => {
  const oidc = `${publicUrl}/auth/oidc/${providerId}`
  const saml = `${publicUrl}/auth/saml/${providerId}`
  return {
    redirectUri: `${oidc}/callback`,
    backchannelLogoutUri: `${oidc}/backchannel-logout`,
    acsUrl: `${saml}/acs`,
    spEntityId: `${saml}/metadata`,
    spSloUrl: `${saml}/slo`,
  } as const
}

/** The provider as it is shown: with these addresses, of which none is stored. */
export function withAddresses(publicUrl: string, provider: IdentityProvider): IdentityProvider {
  const { redirectUri, backchannelLogoutUri, acsUrl, spEntityId, spSloUrl } = addressesAt(
    publicUrl,
    provider.id,
  )
  const { oidc, saml } = provider
  return {
    ...provider,
    oidc: oidc && { ...oidc, redirectUri, backchannelLogoutUri },
    // Providers that were set up when it could be chosen know svc by that name.
    saml: saml && { ...saml, acsUrl, spSloUrl, spEntityId: saml.spEntityId ?? spEntityId },
  }
}
