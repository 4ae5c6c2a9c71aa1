import type { KeyObject } from 'node:crypto'
import { SignedXml } from '../services/federation/saml/xml-libraries.js'

/** What an answer says; whatever is null is left out. */
export interface Said {
  readonly responseId: string
  readonly assertionId: string
  readonly issuer: string | null
  readonly responseIssuer: string | null
  readonly destination: string | null
  readonly inResponseTo: string | null
  readonly outerInResponseTo: string | null
  readonly status: string
  readonly nameId: string
  readonly nameIdFormat: string
  /** In place of the element. */
  readonly nameIdXml: string | null
  readonly method: string
  readonly recipient: string | null
  readonly confirmedUntil: string | null
  readonly hasConfirmation: boolean
  readonly notBefore: string
  readonly notOnOrAfter: string | null
  readonly audience: string | null
  readonly moreConditions: string
  readonly hasConditions: boolean
  readonly authnInstant: string | null
  readonly sessionIndex: string
  readonly sessionUntil: string | null
  readonly attributes: Readonly<Record<string, string | readonly string[]>>
}

const at = (name: string, value: string | null): string => (value === null ? '' : ` ${name}="${value}"`)

const attributesOf = (attributes: Said['attributes']): string =>
  Object.entries(attributes)
    .map(([name, values]) => {
      const texts = [values].flat().map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
      return `<saml:Attribute Name="${name}">${texts.join('')}</saml:Attribute>`
    })
    .join('')

/** An assertion without a signature. */
export function assertionXml(said: Said): string {
  const confirmation =
    `<saml:SubjectConfirmation Method="${said.method}"><saml:SubjectConfirmationData${at('NotOnOrAfter', said.confirmedUntil)}` +
    `${at('Recipient', said.recipient)}${at('InResponseTo', said.inResponseTo)}/></saml:SubjectConfirmation>`
  const audience =
    said.audience === null
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction>`
  const conditions =
    `<saml:Conditions NotBefore="${said.notBefore}"${at('NotOnOrAfter', said.notOnOrAfter)}>` +
    `${audience}${said.moreConditions}</saml:Conditions>`
  const name = said.nameIdXml ?? `<saml:NameID Format="${said.nameIdFormat}">${said.nameId}</saml:NameID>`
  const authn =
    said.authnInstant === null
      ? ''
      : `<saml:AuthnStatement AuthnInstant="${said.authnInstant}" SessionIndex="${said.sessionIndex}"${at('SessionNotOnOrAfter', said.sessionUntil)}>` +
        '<saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>'
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.assertionId}" IssueInstant="${said.notBefore}" Version="2.0">` +
    `${said.issuer === null ? '' : `<saml:Issuer>${said.issuer}</saml:Issuer>`}` +
    `<saml:Subject>${name}${said.hasConfirmation ? confirmation : ''}</saml:Subject>` +
    `${said.hasConditions ? conditions : ''}${authn}` +
    `<saml:AttributeStatement>${attributesOf(said.attributes)}</saml:AttributeStatement></saml:Assertion>`
  )
}

/** A response around an assertion, or around anything else. */
export const responseXml = (said: Said, content: string): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.responseId}" Version="2.0" IssueInstant="${said.notBefore}"` +
  `${at('Destination', said.destination)}${at('InResponseTo', said.outerInResponseTo)}>` +
  `${said.responseIssuer === null ? '' : `<saml:Issuer>${said.responseIssuer}</saml:Issuer>`}` +
  `<samlp:Status><samlp:StatusCode Value="${said.status}"/></samlp:Status>${content}</samlp:Response>`

export interface SigningOptions {
  readonly algorithm?: string
  readonly digest?: string
  readonly canonicalization?: string
  readonly transforms?: readonly string[]
  /** In place of what KeyInfo has. */
  readonly keyInfo?: string
  /** Which element is signed, as an XPath. */
  readonly what?: string
  readonly isEmptyUri?: boolean
  readonly references?: number
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** Signs the root of a message, or something else in it, as an identity provider does. */
export function signedXml(xml: string, privateKey: KeyObject, options: SigningOptions = {}): string {
  const { what = '/*', transforms = [envelopedSignature, exclusive], references = 1 } = options
  const signed = new SignedXml({
    privateKey,
    canonicalizationAlgorithm: options.canonicalization ?? exclusive,
    signatureAlgorithm: options.algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    getKeyInfoContent: () => options.keyInfo ?? null,
  })
  if (options.algorithm?.includes('hmac')) signed.enableHMAC()
  for (let count = 0; count < references; count++)
    signed.addReference({
      xpath: what,
      digestAlgorithm: options.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms,
      ...(options.isEmptyUri && { uri: '', isEmptyUri: true }),
    })
  const location = xml.includes('<saml:Issuer>')
    ? { reference: `${what}/*[local-name(.)='Issuer']`, action: 'after' }
    : { reference: `${what}/*[1]`, action: 'before' }
  signed.computeSignature(xml, { prefix: 'ds', location })
  return signed.getSignedXml()
}
