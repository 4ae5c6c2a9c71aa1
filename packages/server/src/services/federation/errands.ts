import { kinds } from '@svc/model'
import type { Actor } from '../../store/event.ts'
import type { Store } from '../../store/open.ts'
import type { JsonObject } from '../identity-providers/fetch-json.ts'
import type { Assertion } from './assertion.ts'
import { logRefusal } from './enter.ts'
import type { InSession } from './in-session.ts'
import { type KnownProvider, placeOf } from './known-provider.ts'
import { linkIdentity } from './link-identity.ts'
import { refusalOf } from './oidc/refusal-of.ts'
import type { Refused } from './refused.ts'
import { keepTrial, noteTrial, refusedBecause, shownClaims, shownPerson, tryToAdmit } from './trial.ts'

interface Tools {
  readonly store: Store
  readonly now: () => Date
}

interface Visit {
  readonly inSession: InSession
  readonly returnTo: string
  /** Reads and checks what the provider has sent the person back with. */
  answer(): Promise<{ readonly claims: JsonObject; readonly assertion: Assertion }>
}

/** What goes wrong before somebody leaves is kept for them, or logged, as what goes wrong when they come back. */
export async function startInSession<T>(
  tools: Tools,
  known: KnownProvider,
  inSession: InSession,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start()
  } catch (error) {
    const refusal = await refusalOf(error)
    if (!refusal) throw error
    if (inSession.does === 'trial') await keepFailure(tools, known, { inSession, refusal })
    else await logRefusal(tools, placeOf(known), refusal)
    throw refusal
  }
}

interface Failure {
  readonly inSession: InSession
  readonly refusal: Refused
}

async function keepFailure(
  tools: Tools,
  known: KnownProvider,
  { inSession, refusal }: Failure,
): Promise<void> {
  await keepTrial(tools, known, inSession, { ...refusedBecause(refusal), person: null, claims: {} })
  await noteTested(tools, known, inSession, false)
}

async function noteTested(
  { store, now }: Tools,
  { provider }: KnownProvider,
  inSession: InSession,
  isReadable: boolean,
): Promise<void> {
  const actor = await actorOf(store, inSession)
  await store.write({ partitionId: inSession.homeId, actor, now }, (change) =>
    noteTrial(change, provider.id, isReadable),
  )
}

/** Says where to go now: a session stays open and its person on their page, whatever happened at the provider. */
export const finishInSession = async (tools: Tools, known: KnownProvider, visit: Visit): Promise<string> =>
  visit.inSession.does === 'trial' ? finishTrial(tools, known, visit) : finishLink(tools, known, visit)

async function finishTrial(
  tools: Tools,
  known: KnownProvider,
  { inSession, returnTo, answer }: Visit,
): Promise<string> {
  try {
    const { claims, assertion } = await answer()
    const actor = await actorOf(tools.store, inSession)
    const verdict = await tryToAdmit(tools, known, { assertion, actor })
    const person = shownPerson(assertion)
    await keepTrial(tools, known, inSession, { ...verdict, person, claims: shownClaims(claims) })
    await noteTested(tools, known, inSession, true)
  } catch (error) {
    const refusal = await refusalOf(error)
    if (!refusal) throw error
    await keepFailure(tools, known, { inSession, refusal })
  }
  return returnTo
}

async function finishLink(
  tools: Tools,
  known: KnownProvider,
  { inSession, returnTo, answer }: Visit,
): Promise<string> {
  const { homeId, userId } = inSession
  const { store, now } = tools
  const actor = await actorOf(store, inSession)
  try {
    const { assertion } = await answer()
    await store.write({ partitionId: homeId, actor, now }, (change) =>
      linkIdentity(change, known.provider, { userId, assertion }),
    )
    return returnTo
  } catch (error) {
    const refusal = await refusalOf(error)
    if (!refusal) throw error
    await logRefusal(tools, placeOf(known), refusal)
    return `${returnTo}?error=${refusal.code}`
  }
}

async function actorOf(store: Store, { homeId, userId }: InSession): Promise<Actor> {
  const user = (await store.records(homeId).find(kinds.user, userId))?.record
  return { type: 'user', id: userId, name: String(user?.displayName ?? user?.email ?? userId) }
}
