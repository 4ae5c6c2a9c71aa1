import { type KeyObject, sign } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { requireSecure } from '../../identity-providers/secure-url.ts'
import { decodeBase64, decodeText } from './base64.ts'
import { ownMethod, signatureMethods } from './names.ts'
import { maxMessageLength } from './read-xml.ts'
import { isSignature } from './signature.ts'
import { UnknownSigner, Unreadable } from './unreadable.ts'

export type MessageName = 'SAMLRequest' | 'SAMLResponse'

interface Outgoing {
  readonly name: MessageName
  readonly message: string
  readonly relayState?: string | undefined
  /** Signed with this key, if there is one. */
  readonly key?: KeyObject | undefined
}

/** Where to send a browser to bring a message in the address itself. */
export function redirectTo(location: string, { name, message, relayState, key }: Outgoing): string {
  const { href } = requireSecure(location, 'The address of the provider')
  const parts = [
    `${name}=${encodeURIComponent(deflateRawSync(message).toString('base64'))}`,
    ...(relayState === undefined ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    ...(key ? [`SigAlg=${encodeURIComponent(ownMethod)}`] : []),
  ]
  const signed = parts.join('&')
  const signature = key && sign('sha256', Buffer.from(signed), key).toString('base64')
  const query = signature === undefined ? signed : `${signed}&Signature=${encodeURIComponent(signature)}`
  const [bare = ''] = href.split('#', 1)
  return `${bare}${bare.includes('?') ? '&' : '?'}${query}`
}

export interface Incoming {
  readonly name: MessageName
  readonly text: string
  readonly relayState: string | undefined
}

const names = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature'] as const

/** The parts of an address as they were sent: what is signed is their exact spelling. */
export function sentIn(query: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of query.split('&')) {
    const [name = '', ...value] = part.split('=')
    if (!names.some((known) => known === name)) continue
    if (found.has(name)) throw new Unreadable(`${name} comes twice.`)
    found.set(name, value.join('='))
  }
  return found
}

/** A message that a provider has signed. */
export function receivedBy(query: string, keys: readonly KeyObject[]): Incoming {
  const sent = sentIn(query)
  const [request, response] = [sent.get('SAMLRequest'), sent.get('SAMLResponse')]
  const message = request ?? response
  if (message === undefined || (request !== undefined && response !== undefined))
    throw new Unreadable('There is not just one message.')
  const name = request === undefined ? 'SAMLResponse' : 'SAMLRequest'
  const [relayState, algorithm, signature] = ['RelayState', 'SigAlg', 'Signature'].map((one) => sent.get(one))
  if (algorithm === undefined || signature === undefined) throw new Unreadable('The message is not signed.')
  const method = signatureMethods[decoded(algorithm)]
  if (!method) throw new Unreadable('The message is signed with an algorithm that is not accepted.')
  const signed = [
    `${name}=${message}`,
    ...(relayState === undefined ? [] : [`RelayState=${relayState}`]),
    `SigAlg=${algorithm}`,
  ].join('&')
  const value = decodeBase64(decoded(signature))
  if (!keys.some((key) => isSignature(method, key, Buffer.from(signed), value)))
    throw new UnknownSigner('The message was not signed with a key of the provider, or has changed.')
  return {
    name,
    text: inflated(decodeBase64(decoded(message))),
    relayState: relayState === undefined ? undefined : decoded(relayState),
  }
}

function decoded(sent: string): string {
  try {
    return decodeURIComponent(sent.replaceAll('+', '%20'))
  } catch (cause) {
    throw new Unreadable('The address cannot be decoded.', { cause })
  }
}

/** A few bytes can become gigabytes. */
function inflated(bytes: Buffer): string {
  try {
    return decodeText(inflateRawSync(bytes, { maxOutputLength: maxMessageLength }))
  } catch (cause) {
    throw new Unreadable('The message cannot be decompressed, or is too long.', { cause })
  }
}
