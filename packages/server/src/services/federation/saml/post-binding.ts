import { hash, type KeyObject } from 'node:crypto'
import { requireSecure } from '../../identity-providers/secure-url.ts'
import { enveloped, exclusive, ownMethod } from './names.ts'
import { escaped } from './write-xml.ts'

/** A page that brings a message to a provider at once, or with a click where scripts are off. */
export interface PostedPage {
  readonly html: string
  readonly policy: string
}

const script = 'document.forms[0].submit()'
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${hash('sha256', script, 'base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The message is signed with the key, if there is one. */
export async function postTo(
  location: string,
  {
    name,
    message,
    relayState,
    key,
  }: {
    readonly name: string
    readonly message: string
    readonly relayState?: string | undefined
    readonly key?: KeyObject | undefined
  },
): Promise<PostedPage> {
  const { href } = requireSecure(location, 'The address of the provider')
  const value = Buffer.from(key ? await signedMessage(message, key) : message).toString('base64')
  const relay =
    relayState === undefined ? '' : `<input type="hidden" name="RelayState" value="${escaped(relayState)}">`
  const html =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in</title>' +
    `<form method="post" action="${escaped(href)}"><input type="hidden" name="${name}" value="${value}">${relay}` +
    `<button>Continue to your identity provider</button></form><script>${script}</script></html>`
  return { html, policy }
}

/** The signature comes after the issuer, as the schema of SAML says. */
async function signedMessage(message: string, privateKey: KeyObject): Promise<string> {
  const { SignedXml } = await import('./xml-libraries.js')
  const signed = new SignedXml({
    privateKey,
    canonicalizationAlgorithm: exclusive,
    signatureAlgorithm: ownMethod,
    getKeyInfoContent: () => null,
  })
  signed.addReference({
    xpath: '/*',
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [enveloped, exclusive],
  })
  signed.computeSignature(message, {
    prefix: 'ds',
    location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  })
  return signed.getSignedXml()
}
