import type { X509Certificate } from 'node:crypto'
import { bindings, nameIdFormats, ns } from './names.ts'
import { escaped } from './write-xml.ts'

interface OwnDescription {
  readonly spEntityId: string
  readonly acsUrl: string
  readonly spSloUrl: string
  readonly nameIdFormat: string | null
  readonly signRequests: boolean
  /** A provider that sees a key to encrypt with may do so unasked. */
  readonly encryptAssertions: boolean
  /** The newest first. */
  readonly certificates: readonly X509Certificate[]
}

/** What providers are told about svc. */
export function ownMetadata(own: OwnDescription): string {
  const { spEntityId, acsUrl, spSloUrl, nameIdFormat, signRequests, encryptAssertions, certificates } = own
  const keys = [
    ...certificates.map((one) => keyDescriptor('signing', one)),
    ...(encryptAssertions ? certificates.slice(0, 1).map((one) => keyDescriptor('encryption', one)) : []),
  ]
  const logout = [bindings.redirect, bindings.post].map(
    (binding) => `<md:SingleLogoutService Binding="${binding}" Location="${escaped(spSloUrl)}"/>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="${ns.metadata}" xmlns:ds="${ns.signature}" entityID="${escaped(spEntityId)}">`,
    `<md:SPSSODescriptor AuthnRequestsSigned="${signRequests}" WantAssertionsSigned="true" protocolSupportEnumeration="${ns.protocol}">`,
    ...keys,
    ...logout,
    `<md:NameIDFormat>${escaped(nameIdFormat ?? nameIdFormats.persistent)}</md:NameIDFormat>`,
    `<md:AssertionConsumerService Binding="${bindings.post}" Location="${escaped(acsUrl)}" index="0" isDefault="true"/>`,
    '</md:SPSSODescriptor>',
    '</md:EntityDescriptor>',
    '',
  ].join('\n')
}

const encryptionMethods = [
  `${ns.encryption11}aes256-gcm`,
  `${ns.encryption11}aes128-gcm`,
  `${ns.encryption}aes256-cbc`,
  `${ns.encryption}rsa-oaep-mgf1p`,
]

function keyDescriptor(use: 'signing' | 'encryption', certificate: X509Certificate): string {
  const methods =
    use === 'signing'
      ? ''
      : encryptionMethods.map((one) => `<md:EncryptionMethod Algorithm="${one}"/>`).join('')
  const text = certificate.raw.toString('base64')
  return (
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${text}</ds:X509Certificate>` +
    `</ds:X509Data></ds:KeyInfo>${methods}</md:KeyDescriptor>`
  )
}
