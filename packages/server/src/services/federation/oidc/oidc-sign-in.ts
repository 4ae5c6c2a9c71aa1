import type { Store } from '../../../store/open.ts'
import { addressesAt } from '../../identity-providers/addresses.ts'
import type { JsonObject } from '../../identity-providers/fetch-json.ts'
import type { Site } from '../../site.ts'
import type { Visitor } from '../../sign-in/sign-in-service.ts'
import type { Assertion } from '../assertion.ts'
import { changedMeanwhile, enterWith, type Finished } from '../enter.ts'
import { finishInSession } from '../errands.ts'
import { beginFlow, newSecret, takeFlow } from '../flows.ts'
import { type InSession, requireSameSession } from '../in-session.ts'
import type { KeySets } from '../key-sets.ts'
import { fingerprintOf, type KnownProvider, refuseDisabled } from '../known-provider.ts'
import type { ProviderDemand } from '../provider-demand.ts'
import { Refused } from '../refused.ts'
import { assertionOf, claimNamesOf } from './claims.ts'
import type { Configurations, OidcConfiguration } from './configuration.ts'
import { readIdToken } from './id-token.ts'

const purpose = 'oidc'

/** What is remembered of a sign-in while the person is at the provider. */
interface Memory {
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
  readonly fingerprint: string
  /** Whether the person was asked to prove again who they are. */
  readonly isAgain: boolean
  /** Set where somebody who is signed in already wants something else than a new session. */
  readonly inSession?: InSession | undefined
}

const maxAgainSeconds = 300

interface Tools {
  readonly store: Store
  readonly now: () => Date
  readonly site: Site
  readonly demand: ProviderDemand
  readonly keySets: KeySets
  readonly configurations: Configurations
}

export interface Start {
  /** The secret of the browser. */
  readonly browser: string
  readonly returnTo: string
  /** Who the person says they are. */
  readonly loginHint?: string | undefined
  /** Whether they have to prove who they are, even if they are still signed in there. */
  readonly isAgain?: boolean | undefined
  readonly inSession?: InSession | undefined
}

/** Where to send a person who wants to sign in. */
export async function startOidc(
  { store, now, site, demand, configurations }: Tools,
  known: KnownProvider,
  { browser, returnTo, loginHint, isAgain = false, inSession }: Start,
): Promise<URL> {
  const { provider, organisation } = known
  refuseDisabled(provider)
  const { client, scopes } = await demand.run(known, () => configurations.of(known))
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const [state, nonce, verifier] = [newSecret(), newSecret(), newSecret()]
  const fingerprint = fingerprintOf(provider)
  const memory: Memory = { nonce, verifier, returnTo, isAgain, fingerprint, inSession }
  const flow = {
    homeId: organisation.home,
    providerId: provider.id,
    purpose,
    data: memory,
    browser,
    at: now(),
  }
  await store.transaction((tx) => beginFlow(tx, state, flow))
  return buildAuthorizationUrl(client, {
    redirect_uri: addressesAt(site.url(), provider.id).redirectUri,
    scope: scopes.join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(loginHint !== undefined && { login_hint: loginHint }),
    ...(provider.oidc?.hostedDomain && { hd: provider.oidc.hostedDomain }),
    ...(isAgain && { prompt: 'login', max_age: String(maxAgainSeconds) }),
  })
}

export interface Callback {
  /** The parameters that the provider sent the person back with. */
  readonly query: URLSearchParams
  /** The secret of the browser, if it brought one. */
  readonly browser: string | undefined
  readonly visitor: Visitor
}

/** Opens a session for a person who comes back from a provider, or does what they left for in the one they have. */
export async function finishOidc(
  tools: Tools,
  known: KnownProvider,
  { query, browser, visitor }: Callback,
): Promise<Finished> {
  const { store, now, demand } = tools
  const { provider } = known
  const state = query.get('state') ?? undefined
  const flow = await takeFlow(store, { name: state, providerId: provider.id, purpose, browser, at: now() })
  const memory = flow.data as Memory
  const { inSession, returnTo } = memory
  const answer = async () => {
    refuseDisabled(provider)
    if (memory.fingerprint !== fingerprintOf(provider)) throw changedMeanwhile()
    return demand.run(known, () => redeem(tools, known, { query, memory }))
  }
  if (inSession) {
    await requireSameSession(store, inSession, { secret: visitor.session, at: now() })
    return { returnTo: await finishInSession(tools, known, { inSession, returnTo, answer }) }
  }
  const { assertion } = await answer()
  return { opened: await enterWith(tools, known, assertion, visitor), returnTo }
}

export interface Redeemed {
  /** Read only by people, where a sign-in is tried. */
  readonly claims: JsonObject
  readonly assertion: Assertion
}

async function redeem(
  { now, site, keySets, configurations }: Tools,
  known: KnownProvider,
  { query, memory }: { readonly query: URLSearchParams; readonly memory: Memory },
): Promise<Redeemed> {
  const { provider } = known
  const configuration = await configurations.of(known, { withSecret: true })
  const { issuer, clientId, client, endpoints } = configuration
  const { authorizationCodeGrant } = await import('openid-client')
  const { redirectUri } = addressesAt(site.url(), provider.id)
  const tokens = await authorizationCodeGrant(client, new URL(`${redirectUri}?${query}`), {
    expectedState: query.get('state') ?? '',
    expectedNonce: memory.nonce,
    pkceCodeVerifier: memory.verifier,
    idTokenExpected: true,
  })
  const idToken = tokens.id_token ?? ''
  const claims = await readIdToken(keySets, idToken, {
    ...{ issuer, clientId, jwksUri: endpoints.jwksUri, nonce: memory.nonce, at: now() },
  })
  checkFresh(claims, memory, now())
  const more = await furtherClaims(configuration, known, claims, tokens.access_token)
  const all = { ...more, ...claims }
  return { claims: all, assertion: assertionOf(provider, all, { issuer, idToken }) }
}

/** Somebody who is asked again has to have proved just now who they are. */
function checkFresh({ auth_time }: JsonObject, { isAgain }: Memory, at: Date): void {
  if (!isAgain) return
  const isFresh = typeof auth_time === 'number' && at.getTime() / 1_000 - auth_time <= maxAgainSeconds + 60
  if (!isFresh)
    throw new Refused('refused_by_provider', 'The provider did not ask the person to sign in again.')
}

/** Some providers say more at another address than in the token, to keep it short. */
async function furtherClaims(
  { client, endpoints }: OidcConfiguration,
  { provider }: KnownProvider,
  claims: JsonObject,
  accessToken: string,
): Promise<JsonObject> {
  const names = claimNamesOf(provider)
  const isComplete =
    claims[names.email] !== undefined && (names.groups === null || claims[names.groups] !== undefined)
  if (isComplete || !endpoints.userinfoEndpoint) return {}
  const { fetchUserInfo } = await import('openid-client')
  const { email_verified, ...more } = await fetchUserInfo(client, accessToken, String(claims.sub))
  return { ...more, ...(email_verified !== undefined && { email_verified }) } as JsonObject
}
