import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import type { Session } from '../../store/queries/sign-in.ts'
import { organisationIdOf } from '../../store/partition-id.ts'
import { homeOfDeletedProvider } from '../../store/queries/federation.ts'
import type { Site } from '../site.ts'
import type { IdentityProvider } from '../identity-providers/complete.ts'
import type { Vault } from '../vault/vault.ts'
import { type Finished, logRefusal } from './enter.ts'
import { startInSession } from './errands.ts'
import type { InSession } from './in-session.ts'
import { createKeySets } from './key-sets.ts'
import { findProvider, type KnownProvider, placeOf } from './known-provider.ts'
import { endByProvider } from './oidc/back-channel.ts'
import { createConfigurations } from './oidc/configuration.ts'
import { type Callback, finishOidc, type Start, startOidc } from './oidc/oidc-sign-in.ts'
import { refusalOf } from './oidc/refusal-of.ts'
import { createProviderDemand } from './provider-demand.ts'
import { Refused } from './refused.ts'
import type { Sealer } from '../webhooks/sealer.ts'
import { createReadAgain } from './saml/read-again.ts'
import { samlAt } from './saml/saml-federation.ts'
import type { Received, Sent } from './saml/receive-response.ts'
import type { Coming, Departure, SamlStart } from './saml/saml-sign-in.ts'
import type { SignOutMessage } from './saml/saml-logout.ts'
import { readTrial, type Trial } from './trial.ts'

/** Sign-in through the identity providers of organisations. What is refused is a `Refused`, and is in their log. */
export interface Federation {
  startOidc(providerId: string, start: Start): Promise<URL>
  /** Where somebody goes who links a provider to their account; undefined if only a page with a form leads there. */
  startLink(providerId: string, start: Start): Promise<string | undefined>
  finishOidc(providerId: string, callback: Callback): Promise<Finished>
  /** What the last sign-in that somebody tried from their session would have led to; undefined if it was long ago. */
  lastTrial(providerId: string, asker: InSession): Promise<Trial | undefined>
  /** A provider says that a session has ended there. */
  endByProvider(providerId: string, logoutToken: string): Promise<void>
  startSaml(providerId: string, start: SamlStart): Promise<Departure>
  /** Takes what a SAML provider posts; its result waits for the browser. */
  receiveSaml(providerId: string, sent: Sent): Promise<Received>
  finishSaml(providerId: string, coming: Coming): Promise<Finished>
  /** What a SAML provider is told about svc; undefined if there is none. */
  samlMetadata(providerId: string): Promise<string | undefined>
  /** A SAML provider says that a session has ended there; where to send the browser then, if anywhere. */
  receiveSignOut(providerId: string, message: SignOutMessage): Promise<string | undefined>
  /** Where a person whose session ended here can end it at the provider too; undefined if nowhere. */
  endSessionUrl(session: Pick<Session, 'homeId' | 'method' | 'provider'>): Promise<string | undefined>
}

interface Dependencies {
  readonly store: Store
  readonly now: () => Date
  readonly site: Site
  readonly fetch: GuardedFetch
  readonly vault: Vault
  /** Encrypts the keys that SAML needs. */
  readonly samlSealer: Sealer
}

export function createFederation({ store, now, site, fetch, vault, samlSealer }: Dependencies): Federation {
  const demand = createProviderDemand()
  const keySets = createKeySets(fetch, now)
  const configurations = createConfigurations({ store, now, fetch, vault })
  const tools = { store, now, site, demand, keySets, configurations }
  const mayReadAgain = createReadAgain(now)
  const saml = samlAt({ store, now, site, fetch, demand, samlSealer, mayReadAgain })

  /** Whatever goes wrong on the way is one entry in the log, and a code for the person. */
  const attempt = async <T>(
    known: KnownProvider | undefined,
    run: (known: KnownProvider) => Promise<T>,
  ): Promise<T> => {
    if (!known) throw new Refused('not_allowed', 'There is no such identity provider.')
    try {
      return await run(known)
    } catch (error) {
      const refusal = await refusalOf(error)
      if (!refusal) throw error
      await logRefusal(tools, placeOf(known), refusal)
      throw refusal
    }
  }

  /** The same for somebody who may be in a session already, which then belongs to the provider's organisation. */
  const leave = async <T>(
    known: KnownProvider | undefined,
    inSession: InSession | undefined,
    run: (known: KnownProvider) => Promise<T>,
  ): Promise<T> => {
    const own = !inSession || inSession.homeId === known?.organisation.home ? known : undefined
    return inSession && own ? startInSession(tools, own, inSession, () => run(own)) : attempt(own, run)
  }

  const oidc = (providerId: string) => findProvider(store, providerId, 'oidc')
  const bySaml = (providerId: string) => findProvider(store, providerId, 'saml')

  /** Whoever comes back to a provider that was deleted meanwhile is in the log of its organisation too. */
  const noteDeleted = async (providerId: string): Promise<undefined> => {
    const homeId = await store.run(homeOfDeletedProvider, providerId, now().toISOString())
    if (homeId === undefined) return
    const message = 'The identity provider was deleted meanwhile.'
    await logRefusal(tools, { homeId, providerId }, { code: 'not_allowed', message })
  }
  const oidcOfAnswer = async (id: string) => (await oidc(id)) ?? (await noteDeleted(id))
  const samlOfAnswer = async (id: string) => (await bySaml(id)) ?? (await noteDeleted(id))

  const startAtOidc: Federation['startOidc'] = async (providerId, start) =>
    leave(await oidc(providerId), start.inSession, (known) => startOidc(tools, known, start))
  const startAtSaml: Federation['startSaml'] = async (providerId, start) =>
    leave(await bySaml(providerId), start.inSession, (known) => saml.start(known, start))

  return {
    startOidc: startAtOidc,
    startSaml: startAtSaml,

    startLink: async (providerId, start) => {
      if (!(await bySaml(providerId))) return (await startAtOidc(providerId, start)).href
      const departure = await startAtSaml(providerId, start)
      return 'location' in departure ? departure.location : undefined
    },

    finishOidc: async (providerId, callback) =>
      attempt(await oidcOfAnswer(providerId), (known) => finishOidc(tools, known, callback)),

    lastTrial: (providerId, asker) => readTrial(tools, asker, providerId),

    endByProvider: async (providerId, logoutToken) =>
      attempt(await oidc(providerId), (known) =>
        demand.run(known, () => endByProvider(tools, known, logoutToken)),
      ),

    receiveSaml: async (providerId, sent) =>
      attempt(await samlOfAnswer(providerId), (known) => saml.receive(known, sent)),

    finishSaml: async (providerId, coming) =>
      attempt(await samlOfAnswer(providerId), (known) => saml.finish(known, coming)),

    samlMetadata: async (providerId) => {
      const known = await bySaml(providerId)
      return known && saml.metadata(known)
    },

    receiveSignOut: async (providerId, message) =>
      attempt(await bySaml(providerId), (known) => saml.receiveSignOut(known, message)),

    endSessionUrl: async ({ homeId, method, provider }) => {
      if (!provider) return undefined
      if (method === 'saml') {
        const known = await ownProvider(store, homeId, { id: provider.id, protocol: 'saml' })
        // Signing out here does not depend on it.
        return known && saml.signOutAddress(known, provider).catch(() => undefined)
      }
      const known = await ownProvider(store, homeId, { id: provider.id, protocol: 'oidc' })
      const endpoint = known && (await configurations.endSessionEndpointOf(known))
      if (!known || !endpoint || !URL.canParse(endpoint)) return undefined
      const url = new URL(endpoint)
      if (provider.hint !== null) url.searchParams.set('id_token_hint', provider.hint)
      url.searchParams.set('client_id', known.provider.oidc?.clientId ?? '')
      url.searchParams.set('post_logout_redirect_uri', `${site.url()}/sign-in`)
      return url.href
    },
  }
}

async function ownProvider(
  store: Store,
  homeId: PartitionId,
  { id, protocol }: Pick<IdentityProvider, 'id' | 'protocol'>,
): Promise<KnownProvider | undefined> {
  const known = await findProvider(store, id, protocol)
  return known?.organisation.id === organisationIdOf(homeId) ? known : undefined
}
