import { type VendorName, vendors } from '@svc/model'
import type { FormField } from '../../../form/form-field.ts'

/** What nearly everybody has to enter, in this order; the rest is found out, or rarely needed. */
export const firstSettings = (protocol: 'oidc' | 'saml', vendor: VendorName): readonly string[] =>
  protocol === 'saml'
    ? ['metadataUrl', 'signRequests']
    : [
        ...['issuer', 'clientId', 'clientSecretVaultKeyword'],
        ...(vendor === 'google' ? ['hostedDomain'] : []),
      ]

/** The settings of a protocol, for somebody who does not know the API. */
export const settingWords = (vendor: VendorName): Readonly<Record<string, Partial<FormField>>> => ({
  issuer: {
    about: `What the provider calls itself, such as ${vendors[vendor].issuerExample}. svc finds its other addresses there.`,
  },
  clientId: { about: 'What the provider calls svc.' },
  clientSecretVaultKeyword: { about: 'A vault item with the secret that the provider gave you for svc.' },
  discoveryUrl: { about: 'Where its configuration is published, if not below the issuer.' },
  scopes: { about: 'What a sign-in asks for; without any, what is usual at this vendor.' },
  claims: { label: 'Names of claims', about: 'Only those that differ from what is usual at this vendor.' },
  attributes: { label: 'Names of attributes', about: 'Only those that differ from the usual ones.' },
  metadataUrl: {
    about:
      'Where the provider publishes its metadata. svc reads the addresses and certificates there, again every day.',
  },
  signRequests: { about: 'Keycloak requires it; most others do not.' },
  idpEntityId: { label: 'Entity id of the provider' },
  signingCert: { label: 'First signing certificate', about: 'In PEM format.' },
  signingCerts: { label: 'All signing certificates' },
  idpInitiated: { label: 'Sign-in that begins at the provider' },
})
