import { randomBytes } from 'node:crypto'
import type { NameId } from './assertion-reader.ts'
import { bindings, ns, success } from './names.ts'
import { attribute, escaped } from './write-xml.ts'

/** An id may not begin with a digit. */
export const newMessageId = (): string => `_${randomBytes(32).toString('base64url')}`

interface Head {
  readonly id: string
  readonly at: Date
  readonly destination: string
  /** The entity id of svc. */
  readonly issuer: string
}

const namespaces = `xmlns:samlp="${ns.protocol}" xmlns:saml="${ns.assertion}"`

const head = ({ id, at, destination }: Head): string =>
  `ID="${escaped(id)}" Version="2.0" IssueInstant="${at.toISOString()}" Destination="${escaped(destination)}"`

const issuerOf = ({ issuer }: Head): string => `<saml:Issuer>${escaped(issuer)}</saml:Issuer>`

interface SignInRequest extends Head {
  readonly acsUrl: string
  readonly nameIdFormat: string | null
  /** Whether the person has to prove again who they are. */
  readonly isAgain: boolean
}

/** How people prove who they are is left to the provider. */
export function authnRequest(request: SignInRequest): string {
  const { acsUrl, nameIdFormat, isAgain } = request
  const policy =
    nameIdFormat === null ? '' : `<samlp:NameIDPolicy Format="${escaped(nameIdFormat)}" AllowCreate="true"/>`
  return (
    `<samlp:AuthnRequest ${namespaces} ${head(request)}${isAgain ? ' ForceAuthn="true"' : ''}` +
    ` ProtocolBinding="${bindings.post}" AssertionConsumerServiceURL="${escaped(acsUrl)}">` +
    `${issuerOf(request)}${policy}</samlp:AuthnRequest>`
  )
}

interface SignOutRequest extends Head {
  readonly nameId: NameId
  readonly sessionIndex: string | null
}

export function logoutRequest(request: SignOutRequest): string {
  const { nameId, sessionIndex } = request
  const { value, format, nameQualifier, spNameQualifier } = nameId
  const name =
    `<saml:NameID${attribute('Format', format)}${attribute('NameQualifier', nameQualifier)}` +
    `${attribute('SPNameQualifier', spNameQualifier)}>${escaped(value)}</saml:NameID>`
  const session =
    sessionIndex === null ? '' : `<samlp:SessionIndex>${escaped(sessionIndex)}</samlp:SessionIndex>`
  return `<samlp:LogoutRequest ${namespaces} ${head(request)}>${issuerOf(request)}${name}${session}</samlp:LogoutRequest>`
}

interface SignOutResponse extends Head {
  readonly inResponseTo: string
}

export const logoutResponse = (response: SignOutResponse): string =>
  `<samlp:LogoutResponse ${namespaces} ${head(response)} InResponseTo="${escaped(response.inResponseTo)}">` +
  `${issuerOf(response)}<samlp:Status><samlp:StatusCode Value="${success}"/></samlp:Status></samlp:LogoutResponse>`
