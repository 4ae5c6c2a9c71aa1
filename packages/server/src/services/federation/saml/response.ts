import type { KeyObject } from 'node:crypto'
import { Refused } from '../refused.ts'
import { type Expectation, type ReadAssertion, readAssertion, requireIssuer } from './assertion-reader.ts'
import { decrypted } from './decrypt.ts'
import {
  attributeOf,
  childNamed,
  childrenOf,
  isNamed,
  requiredAttribute,
  requiredChild,
  textOf,
  type XmlElement,
} from './elements.ts'
import { ns, success } from './names.ts'
import { readMessage } from './read-xml.ts'
import { isSigned, signedBytes } from './signature.ts'
import { Unreadable } from './unreadable.ts'

export interface Trusted extends Expectation {
  /** With which the provider may sign. */
  readonly keys: readonly KeyObject[]
  /** With which svc can decrypt; asked for only if something is encrypted. */
  readonly decryptionKeys: () => Promise<readonly KeyObject[]>
}

/**
 * The assertion of a response. Everything that is read of it has been signed: if the response is, that is all of it;
 * else the assertion must be. What was signed is parsed anew, and nothing else of the message is looked at again.
 */
export async function readResponse(text: string, trusted: Trusted): Promise<ReadAssertion> {
  const received = await readMessage(text)
  checkEnvelope(received, trusted)
  const isCovered = isSigned(received)
  const [whole, response] = isCovered
    ? await readSigned(text, received, trusted.keys)
    : ([text, received] as const)
  if (isCovered) checkEnvelope(response, trusted)
  const holder = onlyAssertion(response)
  const read = await assertionIn(holder, { whole, isCovered }, trusted)
  const outer = attributeOf(response, 'InResponseTo')
  if (outer !== undefined && outer !== read.inResponseTo)
    throw new Unreadable('The response and its assertion answer different requests.')
  return read
}

async function readSigned(
  text: string,
  element: XmlElement,
  keys: readonly KeyObject[],
): Promise<readonly [string, XmlElement]> {
  const bytes = await signedBytes(text, element, keys)
  return [bytes, await readMessage(bytes)]
}

const parts: readonly (readonly [string, string])[] = [
  [ns.assertion, 'Issuer'],
  [ns.signature, 'Signature'],
  [ns.protocol, 'Status'],
  [ns.assertion, 'Assertion'],
  [ns.assertion, 'EncryptedAssertion'],
]

function checkEnvelope(response: XmlElement, { idpEntityId, acsUrl }: Trusted): void {
  if (!isNamed(response, ns.protocol, 'Response') || attributeOf(response, 'Version') !== '2.0')
    throw new Unreadable('The message is not a response of SAML 2.0.')
  for (const child of childrenOf(response))
    if (!parts.some(([namespace, name]) => isNamed(child, namespace, name)))
      throw new Unreadable('The response has parts that are not expected.')
  if (requiredAttribute(response, 'Destination') !== acsUrl)
    throw new Unreadable('The response is for another destination than the address of svc (acsUrl).')
  const issuer = childNamed(response, ns.assertion, 'Issuer')
  if (issuer) requireIssuer(issuer, idpEntityId)
  checkStatus(requiredChild(response, ns.protocol, 'Status'))
}

function checkStatus(status: XmlElement): void {
  const code = requiredChild(status, ns.protocol, 'StatusCode')
  const value = requiredAttribute(code, 'Value')
  if (value === success) return
  const more = childNamed(code, ns.protocol, 'StatusCode')
  const message = childNamed(status, ns.protocol, 'StatusMessage')
  const said = [value, more && requiredAttribute(more, 'Value'), message && textOf(message)]
    .filter((one) => one !== undefined && one !== '')
    .map((one) => JSON.stringify(one?.split(':').at(-1)?.slice(0, 200)))
  throw new Refused('refused_by_provider', `The provider answered ${said.join(', ')}.`)
}

function onlyAssertion(response: XmlElement): XmlElement {
  const [only, ...others] = childrenOf(response).filter(
    (child) =>
      isNamed(child, ns.assertion, 'Assertion') || isNamed(child, ns.assertion, 'EncryptedAssertion'),
  )
  if (!only || others.length > 0) throw new Unreadable('The response has not just one assertion.')
  return only
}

interface Holder {
  /** The text that it is in. */
  readonly whole: string
  readonly isCovered: boolean
}

async function assertionIn(
  found: XmlElement,
  { whole, isCovered }: Holder,
  trusted: Trusted,
): Promise<ReadAssertion> {
  const isEncrypted = found.localName === 'EncryptedAssertion'
  const text = isEncrypted ? decrypted(found, { keys: await trusted.decryptionKeys(), isCovered }) : whole
  const assertion = isEncrypted ? await readMessage(text) : found
  if (!isNamed(assertion, ns.assertion, 'Assertion'))
    throw new Unreadable('What is encrypted is not an assertion.')
  if (isCovered) return readAssertion(assertion, trusted)
  if (!isSigned(assertion)) throw new Unreadable('Neither the response nor its assertion is signed.')
  const [, signed] = await readSigned(text, assertion, trusted.keys)
  return readAssertion(signed, trusted)
}
