import type { GuardedFetch } from '../../../outbound/guarded-fetch.ts'
import type { Store } from '../../../store/open.ts'
import { type Flow, removeFlow, useAssertion } from '../../../store/queries/federation.ts'
import { ConfigurationError } from '../../expected-errors.ts'
import type { Site } from '../../site.ts'
import type { NewSession } from '../../sign-in/sessions.ts'
import type { Visitor } from '../../sign-in/sign-in-service.ts'
import type { DemandLimit } from '../../upstreams/demand-limit.ts'
import type { Sealer } from '../../webhooks/sealer.ts'
import type { Assertion } from '../assertion.ts'
import { changedMeanwhile, enterWith } from '../enter.ts'
import { beginFlow, digestOf, newSecret, peekFlow, takeFlow } from '../flows.ts'
import { fingerprintOf, type KnownProvider, refuseDisabled } from '../known-provider.ts'
import { Refused } from '../refused.ts'
import { assertionOf } from './assertion-of.ts'
import type { ReadAssertion } from './assertion-reader.ts'
import { decodeBase64, decodeText } from './base64.ts'
import { authnRequest, newMessageId } from './messages.ts'
import { ownKeys } from './own-keys.ts'
import { awaitsMetadata, peersOf } from './peers.ts'
import { type PostedPage, postTo } from './post-binding.ts'
import { redirectTo } from './redirect-binding.ts'
import { refreshMetadata } from './refresh-metadata.ts'
import { readResponse } from './response.ts'
import { skewMs } from './times.ts'
import { UnknownSigner } from './unreadable.ts'

const purposes = { asked: 'saml', answered: 'saml answered' } as const

/** The browser only has to follow a redirect. */
const answeredLifeMs = 2 * 60_000
const maxAgainMs = 300_000

/** What is remembered of a sign-in while the person is at the provider. */
interface Asked {
  readonly returnTo: string
  readonly fingerprint: string
  /** Whether the person was asked to prove again who they are. */
  readonly isAgain: boolean
}

/** What is remembered of an answer until the browser that asked comes for it. */
interface Answered {
  readonly returnTo: string
  readonly fingerprint: string
  readonly assertion: Assertion
}

export interface SamlTools {
  readonly store: Store
  readonly now: () => Date
  readonly site: Site
  readonly fetch: GuardedFetch
  readonly demand: DemandLimit
  readonly samlSealer: Sealer
  /** Whether a provider's metadata may be read before it is due; asked at most once for each reading. */
  readonly mayReadAgain: (providerId: string) => boolean
}

export interface SamlStart {
  /** The secret of the browser. */
  readonly browser: string
  readonly returnTo: string
  readonly isAgain?: boolean | undefined
}

/** An address to send the browser to, or a page that goes there by itself. */
export type Departure = { readonly location: string } | PostedPage

/** Sends a person to a provider. */
export async function startSaml(
  tools: SamlTools,
  known: KnownProvider,
  { browser, returnTo, isAgain = false }: SamlStart,
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
  const key = saml.signRequests ? (await ownKeys(tools, organisation.home))[0].privateKey : undefined
  const departure =
    saml.ssoBinding === 'post'
      ? await postTo(destination, { name: 'SAMLRequest', message, key })
      : { location: redirectTo(destination, { name: 'SAMLRequest', message, key }) }
  const data: Asked = { returnTo, isAgain, fingerprint: fingerprintOf(provider) }
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

async function withMetadataOf(tools: SamlTools, known: KnownProvider): Promise<KnownProvider> {
  const { organisation, provider } = known
  const read = await tools.demand.run(organisation.id, () =>
    refreshMetadata(tools, { homeId: organisation.home, provider }),
  )
  if (!read) throw new Refused('not_allowed', 'The identity provider was deleted meanwhile.')
  return { organisation, provider: read }
}

export interface Received {
  /** Names what is kept until the browser that asked comes for it. */
  readonly handle: string
  /** The secret for a browser that did not ask; others have theirs. */
  readonly browser?: string
}

/**
 * Takes what a provider posts through a browser. The browser's cookies do not come with a request from another site:
 * what was said is kept, and the browser is sent to fetch it, where they do.
 */
export async function receiveSaml(tools: SamlTools, known: KnownProvider, sent: string): Promise<Received> {
  const { store, now } = tools
  const { organisation, provider } = known
  refuseDisabled(provider)
  const read = await readSent(tools, known, sent)
  const at = now()
  const asked = read.inResponseTo === undefined ? undefined : await requestOf(tools, known, read)
  if (!asked && !provider.saml?.idpInitiated)
    throw new Refused('invalid_answer', 'Nobody asked for this: sign-in has to begin at svc (idpInitiated).')
  const memory = asked?.data as Asked | undefined
  if (memory && memory.fingerprint !== fingerprintOf(provider)) throw changedMeanwhile()
  checkFresh(read, memory, at)
  const assertion = assertionOf(provider, provider.saml?.idpEntityId?.trim() ?? '', read)
  const handle = newSecret()
  const browser = asked ? undefined : newSecret()
  const place = { homeId: organisation.home, providerId: provider.id }
  const data: Answered = {
    returnTo: memory?.returnTo ?? '/',
    fingerprint: memory?.fingerprint ?? fingerprintOf(provider),
    assertion,
  }
  await store.transaction(async (tx) => {
    if (asked && !(await tx.run(removeFlow, digestOf(read.inResponseTo ?? ''))))
      throw new Refused('expired', 'The sign-in had already been answered.')
    const use = { ...place, id: `assertion ${read.id}`, expiresAt: new Date(read.usableUntil).toISOString() }
    if (!(await tx.run(useAssertion, use)))
      throw new Refused('invalid_answer', 'The assertion was used before.')
    await beginFlow(tx, handle, {
      ...{ ...place, purpose: purposes.answered, data, at, lifeMs: answeredLifeMs },
      browser: asked ? { digest: asked.browser } : (browser ?? ''),
    })
  })
  return { handle, ...(browser !== undefined && { browser }) }
}

/** If none of the known keys has signed it, the provider may have a new one, which its metadata then has. */
async function readSent(tools: SamlTools, known: KnownProvider, sent: string): Promise<ReadAssertion> {
  const text = decodeText(decodeBase64(sent))
  const read = (one: KnownProvider): Promise<ReadAssertion> =>
    readResponse(text, {
      ...peersOf(one.provider, tools.site.url()),
      at: tools.now().getTime(),
      decryptionKeys: async () =>
        (await ownKeys(tools, one.organisation.home)).map(({ privateKey }) => privateKey),
    })
  try {
    return await read(known)
  } catch (error) {
    if (!(error instanceof UnknownSigner)) throw error
    const renewed = await withNewKeys(tools, known)
    if (!renewed) throw error
    return read(renewed)
  }
}

/** Undefined if there are none, or if they were asked for a moment ago. */
export async function withNewKeys(
  tools: SamlTools,
  known: KnownProvider,
): Promise<KnownProvider | undefined> {
  const { saml, id } = known.provider
  if (!saml?.metadataUrl || !tools.mayReadAgain(id)) return undefined
  const renewed = await withMetadataOf(tools, known).catch(() => undefined)
  const certificates = renewed?.provider.saml?.signingCerts
  return certificates?.some((one) => !saml.signingCerts.includes(one)) ? renewed : undefined
}

const requestOf = (
  { store, now }: SamlTools,
  { provider }: KnownProvider,
  { inResponseTo }: ReadAssertion,
): Promise<Flow> =>
  peekFlow(store, { name: inResponseTo, providerId: provider.id, purpose: purposes.asked, at: now() })

/** Somebody who is asked again has to have proved just now who they are. */
function checkFresh({ authenticatedAt }: ReadAssertion, asked: Asked | undefined, at: Date): void {
  if (!asked?.isAgain || at.getTime() - authenticatedAt <= maxAgainMs + skewMs) return
  throw new Refused('refused_by_provider', 'The provider did not ask the person to sign in again.')
}

export interface Coming {
  readonly handle: string | undefined
  readonly browser: string | undefined
  readonly visitor: Visitor
}

/** Opens a session for a person in whose browser the sign-in began. */
export async function finishSaml(
  tools: SamlTools,
  known: KnownProvider,
  { handle, browser, visitor }: Coming,
): Promise<{ readonly opened: NewSession; readonly returnTo: string }> {
  const { provider } = known
  const at = tools.now()
  const flow = await takeFlow(tools.store, {
    ...{ name: handle, providerId: provider.id, purpose: purposes.answered, browser, at },
  })
  const { assertion, returnTo, fingerprint } = flow.data as Answered
  refuseDisabled(provider)
  if (fingerprint !== fingerprintOf(provider)) throw changedMeanwhile()
  return { opened: await enterWith(tools, known, revived(assertion), visitor), returnTo }
}

/** What is not known is left out when it is stored. */
const revived = (assertion: Assertion): Assertion => ({
  ...assertion,
  isEmailVerified: assertion.isEmailVerified ?? undefined,
  groups: assertion.groups ?? undefined,
})
