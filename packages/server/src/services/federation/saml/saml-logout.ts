import { kinds } from '@svc/model'
import type { Session } from '../../../store/queries/sign-in.ts'
import { endFederatedSessions, useAssertion } from '../../../store/queries/federation.ts'
import { system } from '../../jobs/follower.ts'
import type { KnownProvider } from '../known-provider.ts'
import { Refused } from '../refused.ts'
import { type NameId, readNameId, requireIssuer } from './assertion-reader.ts'
import { decodeBase64, decodeText } from './base64.ts'
import {
  attributeOf,
  childrenNamed,
  isNamed,
  requiredAttribute,
  requiredChild,
  textOf,
  type XmlElement,
} from './elements.ts'
import { logoutRequest, logoutResponse, newMessageId } from './messages.ts'
import { ns } from './names.ts'
import { ownKeys } from './own-keys.ts'
import { type Peers, peersOf } from './peers.ts'
import { receivedBy, redirectTo } from './redirect-binding.ts'
import { readMessage } from './read-xml.ts'
import { withNewKeys } from './fresh-metadata.ts'
import type { SamlTools } from './saml-flow.ts'
import { isSigned, signedBytes } from './signature.ts'
import { requiredTime, skewMs, timeOf } from './times.ts'
import { UnknownSigner, Unreadable } from './unreadable.ts'

/** How a message about sign-out came: in the address, or in a form. */
export type SignOutMessage =
  | { readonly query: string }
  | {
      readonly request: string | undefined
      readonly response: string | undefined
      readonly relayState: string | undefined
    }

/** What a provider wants to end. */
interface Ending {
  readonly id: string
  readonly nameId: NameId
  readonly sessionIndexes: readonly string[]
  readonly relayState: string | undefined
}

/** A request may be that old. */
const maxAgeMs = 10 * 60_000
const rememberMs = 2 * maxAgeMs
const maxSessions = 100

/**
 * Ends the sessions that a provider says have ended there, and says where to send the browser. What a provider answers
 * to a sign-out that began here changes nothing: that was over before it was asked.
 */
export async function receiveSignOut(
  tools: SamlTools,
  known: KnownProvider,
  message: SignOutMessage,
): Promise<string | undefined> {
  if (isAnswer(message)) return undefined
  const ending = await readSent(tools, known, message)
  await end(tools, known, ending)
  return answerTo(tools, known, ending).catch(() => undefined)
}

const isAnswer = (message: SignOutMessage): boolean =>
  'query' in message
    ? /(^|&)SAMLResponse=/.test(message.query) && !/(^|&)SAMLRequest=/.test(message.query)
    : message.response !== undefined && message.request === undefined

async function readSent(tools: SamlTools, known: KnownProvider, message: SignOutMessage): Promise<Ending> {
  const read = (one: KnownProvider): Promise<Ending> =>
    readRequest(peersOf(one.provider, tools.site.url()), message, tools.now().getTime())
  try {
    return await read(known)
  } catch (error) {
    if (!(error instanceof UnknownSigner)) throw error
    const renewed = await withNewKeys(tools, known)
    if (!renewed) throw error
    return read(renewed)
  }
}

async function readRequest(peers: Peers, message: SignOutMessage, at: number): Promise<Ending> {
  const { root, relayState } = await signedRequest(peers, message)
  if (!isNamed(root, ns.protocol, 'LogoutRequest') || attributeOf(root, 'Version') !== '2.0')
    throw new Unreadable('The message is not a logout request of SAML 2.0.')
  if (requiredAttribute(root, 'Destination') !== peers.spSloUrl)
    throw new Unreadable('The logout request is for another destination than the address of svc (spSloUrl).')
  requireIssuer(requiredChild(root, ns.assertion, 'Issuer'), peers.idpEntityId)
  const age = at - requiredTime(root, 'IssueInstant')
  const until = timeOf(root, 'NotOnOrAfter') ?? Number.POSITIVE_INFINITY
  if (age < -skewMs || age > maxAgeMs || at >= until + skewMs)
    throw new Unreadable('The logout request is not from now.')
  const sessionIndexes = childrenNamed(root, ns.protocol, 'SessionIndex').map(textOf)
  if (sessionIndexes.length > maxSessions) throw new Unreadable('The logout request names too many sessions.')
  return {
    id: requiredAttribute(root, 'ID').slice(0, 200),
    nameId: readNameId(requiredChild(root, ns.assertion, 'NameID')),
    sessionIndexes,
    relayState,
  }
}

interface SignedRequest {
  readonly root: XmlElement
  readonly relayState: string | undefined
}

/** Only what was signed is read: in an address all of it, in a form what the signature in it covers. */
async function signedRequest({ keys }: Peers, message: SignOutMessage): Promise<SignedRequest> {
  if ('query' in message) {
    const { text, relayState } = receivedBy(message.query, keys)
    return { root: await readMessage(text), relayState }
  }
  const { request, response, relayState } = message
  if (request === undefined || response !== undefined) throw new Unreadable('There is not just one message.')
  const text = decodeText(decodeBase64(request))
  const received = await readMessage(text)
  if (!isSigned(received)) throw new Unreadable('The message is not signed.')
  return { root: await readMessage(await signedBytes(text, received, keys)), relayState }
}

async function end(
  { store, now }: SamlTools,
  { organisation, provider }: KnownProvider,
  { id, nameId, sessionIndexes }: Ending,
): Promise<void> {
  await store.write({ partitionId: organisation.home, actor: system, now }, async (change) => {
    const expiresAt = new Date(Date.parse(change.at) + rememberMs).toISOString()
    const place = { homeId: change.partitionId, providerId: provider.id, id: `logout ${id}`, expiresAt }
    if (!(await change.run(useAssertion, place)))
      throw new Refused('invalid_answer', 'The logout request was used before.')
    const sessions = sessionIndexes.length > 0 ? sessionIndexes : [undefined]
    const ended = new Set<string>()
    for (const session of sessions) {
      const whose = { providerId: provider.id, subject: nameId.value, session }
      for (const userId of await endFederatedSessions(change, whose)) ended.add(userId)
    }
    for (const userId of ended)
      await change.log('user.signed_out', { kind: kinds.user.name, id: userId }, null, {
        identityProviderId: provider.id,
      })
  })
}

async function answerTo(
  tools: SamlTools,
  { organisation, provider }: KnownProvider,
  { id, relayState }: Ending,
): Promise<string | undefined> {
  const { saml, spEntityId } = peersOf(provider, tools.site.url())
  if (!saml.sloUrl) return undefined
  const message = logoutResponse({
    ...{ id: newMessageId(), at: tools.now(), destination: saml.sloUrl },
    ...{ issuer: spEntityId, inResponseTo: id },
  })
  const [{ privateKey: key }] = await ownKeys(tools, organisation.home)
  return redirectTo(saml.sloUrl, { name: 'SAMLResponse', message, key, relayState })
}

/** Where a person whose session ended here can end it at the provider too; undefined if nowhere. */
export async function signOutAddress(
  tools: SamlTools,
  { organisation, provider }: KnownProvider,
  { hint, session }: Pick<NonNullable<Session['provider']>, 'hint' | 'session'>,
): Promise<string | undefined> {
  if (!provider.saml?.sloUrl || hint === null) return undefined
  const { saml, spEntityId } = peersOf(provider, tools.site.url())
  const destination = saml.sloUrl ?? ''
  const message = logoutRequest({
    ...{ id: newMessageId(), at: tools.now(), destination, issuer: spEntityId },
    ...{ nameId: JSON.parse(hint) as NameId, sessionIndex: session },
  })
  const [{ privateKey: key }] = await ownKeys(tools, organisation.home)
  return redirectTo(destination, { name: 'SAMLRequest', message, key })
}
