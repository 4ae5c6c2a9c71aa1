import { type VendorName, vendors } from '@svc/model'
import type { FormField } from '../../../form/form-field.ts'
import { vendorChoice } from './vendor-choice.ts'

/** What needs attention, in the words of the form. */
export const warningInWords = (warning: string): string => warning.replace(/^metadataUrl: /, 'Metadata URL: ')

/** What all providers have in common. */
export const basicWords: Readonly<Record<string, Partial<FormField>>> = {
  vendor: { about: 'Decides which defaults apply, and which steps are shown above.', of: vendorChoice },
  status: { about: 'Only an active provider is offered on the sign-in page.' },
  jit: {
    label: 'New members',
    about: 'Whether people who are not members yet become members when they sign in, and with which role.',
  },
}

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
    isOptional: false,
    about: `The provider’s own identifier, such as ${vendors[vendor].issuerExample}. svc finds its other addresses there.`,
  },
  clientId: { label: 'Client ID', isOptional: false, about: 'The id that the provider gave svc.' },
  clientSecretVaultKeyword: {
    label: 'Client secret',
    about: 'The vault item with the secret that the provider gave svc.',
  },
  discoveryUrl: { about: 'Where its configuration is published, if not at the usual path under the issuer.' },
  scopes: { about: 'What a sign-in asks for. If empty, svc asks for what is usual with this vendor.' },
  claims: { label: 'Names of claims', about: 'Only those that differ from the usual ones of this vendor.' },
  attributes: { label: 'Names of attributes', about: 'Only those that differ from the usual ones.' },
  metadataUrl: {
    about:
      'Where the provider publishes its metadata. svc reads its addresses and certificates from there every day.',
  },
  signRequests: { about: 'Keycloak requires this; most other providers do not.' },
  idpEntityId: { label: 'Entity id of the provider' },
  signingCert: { label: 'First signing certificate', about: 'In PEM format.' },
  signingCerts: { label: 'All signing certificates' },
  idpInitiated: {
    label: 'Sign-in started at the provider',
    about:
      'Lets people start there instead of here. While it is on, others can sign them in to a foreign account.',
  },
  encryptAssertions: {
    about: 'Publishes a key in svc’s metadata, with which the provider encrypts its answers.',
  },
})
