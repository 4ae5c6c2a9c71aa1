import { type Flow, removeFlow, useAssertion } from '../../../store/queries/federation.ts'
import { changedMeanwhile } from '../enter.ts'
import { beginFlow, digestOf, newSecret, peekFlow } from '../flows.ts'
import { fingerprintOf, type KnownProvider, refuseDisabled } from '../known-provider.ts'
import { refusalOf } from '../oidc/refusal-of.ts'
import { Refused } from '../refused.ts'
import { shownClaims } from '../trial.ts'
import { assertionOf } from './assertion-of.ts'
import type { ReadAssertion } from './assertion-reader.ts'
import { attributesAsClaims } from './attributes-as-claims.ts'
import { decodeBase64, decodeText } from './base64.ts'
import { withNewKeys } from './fresh-metadata.ts'
import { ownKeys } from './own-keys.ts'
import { peersOf } from './peers.ts'
import { readResponse } from './response.ts'
import { type Answered, type Asked, purposes, type SamlTools } from './saml-flow.ts'
import { skewMs } from './times.ts'
import { UnknownSigner } from './unreadable.ts'

/** The browser only has to follow a redirect. */
const answeredLifeMs = 2 * 60_000
const maxAgainMs = 300_000

export interface Received {
  /** Names what is kept until the browser that asked comes for it. */
  readonly handle: string
  /** The secret for a browser that did not ask; others have theirs. */
  readonly browser?: string
}

/** What a provider's form brings. */
export interface Sent {
  readonly response: string
  /** Names the request where somebody is signed in already, so that they learn why an answer cannot be read. */
  readonly relayState: string | undefined
}

/**
 * Takes what a provider posts through a browser. The browser's cookies do not come with a request from another site:
 * what was said is kept, and the browser is sent to fetch it, where they do.
 */
export async function receiveSaml(tools: SamlTools, known: KnownProvider, sent: Sent): Promise<Received> {
  try {
    return await receiveAnswer(tools, known, sent.response)
  } catch (error) {
    const refusal = await refusalOf(error)
    const handle = refusal && (await keepRefusal(tools, known, { refusal, relayState: sent.relayState }))
    if (handle === undefined) throw error
    return { handle }
  }
}

async function receiveAnswer(tools: SamlTools, known: KnownProvider, sent: string): Promise<Received> {
  const { store, now } = tools
  const { organisation, provider } = known
  refuseDisabled(provider)
  const read = await readSent(tools, known, sent)
  const at = now()
  const asked = read.inResponseTo === undefined ? undefined : await requestOf(tools, known, read.inResponseTo)
  if (!asked && !provider.saml?.idpInitiated)
    throw new Refused('invalid_answer', 'Nobody asked for this: sign-in has to begin at svc (idpInitiated).')
  const memory = asked?.data as Asked | undefined
  if (memory && memory.fingerprint !== fingerprintOf(provider)) throw changedMeanwhile()
  checkFresh(read, memory, at)
  const assertion = assertionOf(provider, provider.saml?.idpEntityId?.trim() ?? '', read)
  const isTrial = memory?.inSession?.does === 'trial'
  const handle = newSecret()
  const browser = asked ? undefined : newSecret()
  const place = { homeId: organisation.home, providerId: provider.id }
  const data: Answered = {
    returnTo: memory?.returnTo ?? '/',
    fingerprint: memory?.fingerprint ?? fingerprintOf(provider),
    inSession: memory?.inSession,
    said: { assertion, claims: isTrial ? shownClaims(attributesAsClaims(read)) : {} },
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

interface Failure {
  readonly refusal: Refused
  readonly relayState: string | undefined
}

/** Keeps what went wrong for somebody who was signed in when they left; undefined if nobody was. */
async function keepRefusal(
  tools: SamlTools,
  known: KnownProvider,
  { refusal: { code, message }, relayState }: Failure,
): Promise<string | undefined> {
  if (relayState === undefined) return undefined
  const asked = await requestOf(tools, known, relayState).catch(() => undefined)
  const memory = asked?.data as Asked | undefined
  if (!asked || !memory?.inSession) return undefined
  const { returnTo, fingerprint, inSession } = memory
  const data: Answered = { returnTo, fingerprint, inSession, said: { code, message } }
  const handle = newSecret()
  const isKept = await tools.store.transaction(async (tx) => {
    if (!(await tx.run(removeFlow, digestOf(relayState)))) return false
    await beginFlow(tx, handle, {
      ...{ homeId: asked.homeId, providerId: asked.providerId, purpose: purposes.answered, data },
      ...{ browser: { digest: asked.browser }, at: tools.now(), lifeMs: answeredLifeMs },
    })
    return true
  })
  return isKept ? handle : undefined
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

const requestOf = ({ store, now }: SamlTools, { provider }: KnownProvider, name: string): Promise<Flow> =>
  peekFlow(store, { name, providerId: provider.id, purpose: purposes.asked, at: now() })

/** Somebody who is asked again has to have proved just now who they are. */
function checkFresh({ authenticatedAt }: ReadAssertion, asked: Asked | undefined, at: Date): void {
  if (!asked?.isAgain || at.getTime() - authenticatedAt <= maxAgainMs + skewMs) return
  throw new Refused('refused_by_provider', 'The provider did not ask the person to sign in again.')
}
