import { ConfigurationError } from '../../expected-errors.ts'
import type { Visitor } from '../../sign-in/sign-in-service.ts'
import type { Assertion } from '../assertion.ts'
import { changedMeanwhile, enterWith, type Finished } from '../enter.ts'
import { finishInSession } from '../errands.ts'
import { beginFlow, takeFlow } from '../flows.ts'
import { type InSession, requireSameSession } from '../in-session.ts'
import { fingerprintOf, type KnownProvider, refuseDisabled } from '../known-provider.ts'
import { Refused } from '../refused.ts'
import { withMetadataOf } from './fresh-metadata.ts'
import { authnRequest, newMessageId } from './messages.ts'
import { ownKeys } from './own-keys.ts'
import { awaitsMetadata, peersOf } from './peers.ts'
import { type PostedPage, postTo } from './post-binding.ts'
import { redirectTo } from './redirect-binding.ts'
import { type Answered, type Asked, purposes, type SamlTools } from './saml-flow.ts'

export interface SamlStart {
  /** The secret of the browser. */
  readonly browser: string
  readonly returnTo: string
  readonly isAgain?: boolean | undefined
  readonly inSession?: InSession | undefined
}

/** An address to send the browser to, or a page that goes there by itself. */
export type Departure = { readonly location: string } | PostedPage

/** Sends a person to a provider. */
export async function startSaml(
  tools: SamlTools,
  known: KnownProvider,
  { browser, returnTo, isAgain = false, inSession }: SamlStart,
): Promise<Departure> {
  const { store, now, site } = tools
  refuseDisabled(known.provider)
  const { organisation, provider } = awaitsMetadata(known.provider)
    ? await withMetadataOf(tools, known)
    : known
  const { saml, spEntityId, acsUrl } = peersOf(provider, site.url())
  if (!saml.ssoUrl) throw new ConfigurationError('ssoUrl is not set.')
  const [id, at, destination] = [newMessageId(), now(), saml.ssoUrl]
  const message = authnRequest({
    ...{ id, at, destination, acsUrl, isAgain },
    issuer: spEntityId,
    nameIdFormat: saml.nameIdFormat,
  })
  // An answer that cannot be read does not say what it answers, but whoever tries a sign-in is to learn why.
  const relayState = inSession && id
  const key = saml.signRequests ? (await ownKeys(tools, organisation.home))[0].privateKey : undefined
  const departure =
    saml.ssoBinding === 'post'
      ? await postTo(destination, { name: 'SAMLRequest', message, relayState, key })
      : { location: redirectTo(destination, { name: 'SAMLRequest', message, relayState, key }) }
  const data: Asked = { returnTo, isAgain, inSession, fingerprint: fingerprintOf(provider) }
  const flow = {
    homeId: organisation.home,
    providerId: provider.id,
    purpose: purposes.asked,
    data,
    browser,
    at,
  }
  await store.transaction((tx) => beginFlow(tx, id, flow))
  return departure
}

export interface Coming {
  readonly handle: string | undefined
  readonly browser: string | undefined
  readonly visitor: Visitor
}

/** Opens a session for a person in whose browser the sign-in began, or does what they left for in the one they have. */
export async function finishSaml(
  tools: SamlTools,
  known: KnownProvider,
  { handle, browser, visitor }: Coming,
): Promise<Finished> {
  const { store, now } = tools
  const { provider } = known
  const flow = await takeFlow(store, {
    ...{ name: handle, providerId: provider.id, purpose: purposes.answered, browser, at: now() },
  })
  const { said, returnTo, fingerprint, inSession } = flow.data as Answered
  const answer = async () => {
    if ('code' in said) throw new Refused(said.code, said.message)
    refuseDisabled(provider)
    if (fingerprint !== fingerprintOf(provider)) throw changedMeanwhile()
    return { claims: said.claims, assertion: revived(said.assertion) }
  }
  if (inSession) {
    await requireSameSession(store, inSession, { secret: visitor.session, at: now() })
    return { returnTo: await finishInSession(tools, known, { inSession, returnTo, answer }) }
  }
  const { assertion } = await answer()
  return { opened: await enterWith(tools, known, assertion, visitor), returnTo }
}

/** What is not known is left out when it is stored. */
const revived = (assertion: Assertion): Assertion => ({
  ...assertion,
  isEmailVerified: assertion.isEmailVerified ?? undefined,
  groups: assertion.groups ?? undefined,
})
