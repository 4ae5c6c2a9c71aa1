import type { KeyObject } from 'node:crypto'
import { ConfigurationError } from '../../expected-errors.ts'
import { addressesAt } from '../../identity-providers/addresses.ts'
import { signingKeysOf } from '../../identity-providers/certificate.ts'
import type { IdentityProvider, SamlSettings } from '../../identity-providers/complete.ts'

/** How svc and a provider know each other. */
export interface Peers {
  readonly saml: SamlSettings
  readonly idpEntityId: string
  /** Which sign for the provider. */
  readonly keys: readonly KeyObject[]
  readonly spEntityId: string
  readonly acsUrl: string
  readonly spSloUrl: string
}

/** Refuses a provider whose issuer or keys are not known: what it sends could not be checked. */
export function peersOf(provider: IdentityProvider, publicUrl: string): Peers {
  const { saml } = provider
  if (!saml) throw new ConfigurationError('The provider has no settings for SAML.')
  if (!saml.idpEntityId?.trim()) throw new ConfigurationError('idpEntityId is not set.')
  const { acsUrl, spEntityId, spSloUrl } = addressesAt(publicUrl, provider.id)
  return {
    saml,
    idpEntityId: saml.idpEntityId.trim(),
    keys: signingKeysOf(saml),
    acsUrl,
    spSloUrl,
    spEntityId: saml.spEntityId ?? spEntityId,
  }
}

/** Whether what is needed for sign-in still has to come from the provider's metadata. */
export const awaitsMetadata = ({ saml }: IdentityProvider): boolean =>
  saml !== null &&
  saml.metadataUrl !== null &&
  (saml.idpEntityId === null || saml.ssoUrl === null || saml.signingCerts.length === 0)
