import {
  createCipheriv,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  publicEncrypt,
  randomBytes,
  randomUUID,
  sign,
  X509Certificate,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { selfSigned } from '../services/federation/saml/self-signed.ts'
import { assertionXml, responseXml, type Said, signedXml } from './saml-messages.ts'

/** What a request for sign-in or sign-out says, as far as an identity provider looks at it. */
export interface AskedBySp {
  readonly xml: string
  readonly id: string
  readonly acsUrl: string
  readonly issuer: string
  readonly params: URLSearchParams
}

/** A SAML provider on the loopback interface, at which people sign in at once. */
export interface SamlIssuer {
  readonly origin: string
  readonly entityId: string
  readonly ssoUrl: string
  readonly sloUrl: string
  readonly metadataUrl: string
  /** The key that it signs with now. */
  readonly privateKey: KeyObject
  /** Those of all its keys, the newest last, as PEM. */
  readonly certificates: readonly string[]
  /** Changes what answers say. */
  distort: (said: Said) => Partial<Said>
  /** Makes the whole response itself. */
  forge: ((said: Said) => string | Promise<string>) | undefined
  signs: 'assertion' | 'response' | 'both'
  /** In place of the metadata. */
  readonly answers: Map<string, (request: IncomingMessage, response: ServerResponse) => void>
  readonly requests: string[]
  read(address: URL): AskedBySp
  /** What it says of a person who has signed in. */
  said(asked: Pick<AskedBySp, 'id' | 'acsUrl' | 'issuer'>, person: Partial<Said>): Said
  /** The response that it would send, with all distortions. */
  respond(said: Said): Promise<string>
  metadata(): string
  rotate(): void
  /** The address that a browser is sent to, to end a session. */
  logoutAddress(to: string, options: LogoutOptions): string
  logoutXml(to: string, options: LogoutOptions): string
  stop(): Promise<void>
}

export interface LogoutOptions {
  readonly nameId: string
  readonly sessionIndexes?: readonly string[]
  readonly id?: string
  readonly issuer?: string
  readonly destination?: string
  readonly at?: Date
  readonly relayState?: string
}

interface Key {
  readonly privateKey: KeyObject
  readonly certificate: string
}

export function newSamlKey(until = new Date(Date.now() + 86_400_000 * 365), bits = 2048): Key {
  const pair = generateKeyPairSync('rsa', { modulusLength: bits })
  const from = new Date(Date.now() - 86_400_000 * 400)
  const certificate = new X509Certificate(selfSigned(pair, { name: 'idp', from, until })).toString()
  return { privateKey: pair.privateKey, certificate }
}

export const bare = (pem: string): string => pem.replaceAll(/-----.*-----|\s/g, '')

/** A time some seconds from now, as messages have it. */
export const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()

export const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
export const succeeded = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

export async function startSamlIssuer(): Promise<SamlIssuer> {
  let keys = [newSamlKey()]
  const requests: string[] = []
  const answers: SamlIssuer['answers'] = new Map()
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    requests.push(path)
    const other = answers.get(path)
    if (other) return other(request, response)
    if (path === '/metadata')
      return void response.writeHead(200, { 'content-type': 'application/xml' }).end(issuer.metadata())
    response.writeHead(path === '/sso' ? 200 : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const newest = (): Key => keys.at(-1) as Key

  const issuer: SamlIssuer = {
    origin,
    entityId: `${origin}/entity`,
    ssoUrl: `${origin}/sso`,
    sloUrl: `${origin}/slo`,
    metadataUrl: `${origin}/metadata`,
    get privateKey() {
      return newest().privateKey
    },
    get certificates() {
      return keys.map(({ certificate }) => certificate)
    },
    distort: () => ({}),
    forge: undefined,
    signs: 'assertion',
    answers,
    requests,

    read({ searchParams: params }) {
      const xml = inflateRawSync(Buffer.from(params.get('SAMLRequest') ?? '', 'base64')).toString()
      return readRequest(xml, params)
    },

    said({ id, acsUrl, issuer: audience }, person) {
      return {
        ...{ responseId: `_${randomUUID()}`, assertionId: `_${randomUUID()}` },
        ...{ issuer: `${origin}/entity`, responseIssuer: `${origin}/entity` },
        ...{ destination: acsUrl, inResponseTo: id, outerInResponseTo: id, status: succeeded },
        ...{ nameId: 'ada', nameIdFormat: persistent, nameIdXml: null },
        ...{ method: bearer, recipient: acsUrl, confirmedUntil: inSeconds(300), hasConfirmation: true },
        ...{ notBefore: inSeconds(0), notOnOrAfter: inSeconds(4_200), audience, moreConditions: '' },
        ...{ hasConditions: true, authnInstant: inSeconds(0), sessionIndex: `_${randomUUID()}` },
        ...{ sessionUntil: null, attributes: {} },
        ...person,
      }
    },

    async respond(given) {
      const said = { ...given, ...issuer.distort(given) }
      if (issuer.forge) return issuer.forge(said)
      const assertion = assertionXml(said)
      const isInner = issuer.signs !== 'response'
      const response = responseXml(said, isInner ? signedXml(assertion, newest().privateKey) : assertion)
      return issuer.signs === 'assertion' ? response : signedXml(response, newest().privateKey)
    },

    metadata: () =>
      `<?xml version="1.0" encoding="UTF-8"?><!-- of a test --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${origin}/entity">` +
      '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">' +
      keys
        .map(
          ({ certificate }) =>
            `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
        )
        .join('') +
      `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/slo"/>` +
      `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${origin}/sso"/>` +
      `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/sso"/>` +
      '</md:IDPSSODescriptor></md:EntityDescriptor>',

    rotate() {
      keys = [...keys, newSamlKey()]
    },

    logoutXml(to, { nameId, sessionIndexes = [], ...more }) {
      const indexes = sessionIndexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`)
      return (
        `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${more.id ?? `_${randomUUID()}`}" Version="2.0" IssueInstant="${(more.at ?? new Date()).toISOString()}" Destination="${more.destination ?? to}">` +
        `<saml:Issuer>${more.issuer ?? `${origin}/entity`}</saml:Issuer><saml:NameID Format="${persistent}">${nameId}</saml:NameID>${indexes.join('')}</samlp:LogoutRequest>`
      )
    },

    logoutAddress(to, options) {
      const message = deflateRawSync(issuer.logoutXml(to, options)).toString('base64')
      return signedAddress(to, { message, relayState: options.relayState, privateKey: newest().privateKey })
    },

    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return issuer
}

/** As much of a request as tests need. */
export function readRequest(xml: string, params = new URLSearchParams()): AskedBySp {
  const part = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? ''
  return {
    ...{ xml, params, id: part(/ ID="([^"]*)"/), issuer: part(/<saml:Issuer>([^<]*)</) },
    acsUrl: part(/AssertionConsumerServiceURL="([^"]*)"/),
  }
}

interface Signing {
  readonly message: string
  readonly privateKey: KeyObject
  readonly relayState?: string | undefined
  readonly algorithm?: string
  readonly hash?: string
}

/** An address with a signed LogoutRequest in it. */
export function signedAddress(to: string, signing: Signing): string {
  const { algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', hash = 'sha256' } = signing
  const relay =
    signing.relayState === undefined ? '' : `&RelayState=${encodeURIComponent(signing.relayState)}`
  const signed = `SAMLRequest=${encodeURIComponent(signing.message)}${relay}&SigAlg=${encodeURIComponent(algorithm)}`
  const signature = sign(hash, Buffer.from(signed), signing.privateKey).toString('base64')
  return `${to}?${signed}&Signature=${encodeURIComponent(signature)}`
}

/** Encrypts an assertion for whom a certificate belongs to. */
export function encryptedFor(certificate: string, assertion: string, mode: 'gcm' | 'cbc' = 'gcm'): string {
  const key = randomBytes(32)
  const nonce = randomBytes(mode === 'gcm' ? 12 : 16)
  const cipher = createCipheriv(`aes-256-${mode}`, key, nonce)
  const parts = [nonce, cipher.update(assertion), cipher.final()]
  if ('getAuthTag' in cipher && mode === 'gcm')
    parts.push((cipher as ReturnType<typeof createGcm>).getAuthTag())
  const wrapped = publicEncrypt({ key: createPublicKey(certificate), oaepHash: 'sha1' }, key)
  const [enc, dsig] = ['http://www.w3.org/2001/04/xmlenc#', 'http://www.w3.org/2000/09/xmldsig#']
  const algorithm = mode === 'gcm' ? 'http://www.w3.org/2009/xmlenc11#aes256-gcm' : `${enc}aes256-cbc`
  return (
    `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="${enc}" Type="${enc}Element">` +
    `<xenc:EncryptionMethod Algorithm="${algorithm}"/><ds:KeyInfo xmlns:ds="${dsig}"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${enc}rsa-oaep-mgf1p"/>` +
    `<xenc:CipherData><xenc:CipherValue>${wrapped.toString('base64')}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo>` +
    `<xenc:CipherData><xenc:CipherValue>${Buffer.concat(parts).toString('base64')}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData></saml:EncryptedAssertion>`
  )
}

const createGcm = () => createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
