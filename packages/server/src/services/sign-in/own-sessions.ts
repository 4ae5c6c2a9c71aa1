import { kinds } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { endGrants } from '../../store/queries/program-grants.ts'
import { removeSessions, type Session, sessionsOf } from '../../store/queries/sign-in.ts'
import { type Caller, notFound } from '../context.ts'
import { revokeTokens, tokensLeft } from '../identity/own-tokens.ts'
import { currentExpiryOf, limitsIn, readSsoSettings } from './sessions.ts'

export interface ShownSession
  extends Omit<Session, 'homeId' | 'userId' | 'provider' | 'endsAt' | 'authenticatedAt'> {
  readonly providerId: string | null
  readonly isCurrent: boolean
}

/** Where the caller is signed in, newest first. */
export const ownSessions = (store: Store, caller: Caller, now: Date): Promise<readonly ShownSession[]> =>
  sessionsOfMember(store, caller, caller.actor.id ?? '', now)

/** The same of any member. */
export async function sessionsOfMember(
  store: Store,
  caller: Caller,
  userId: string,
  now: Date,
): Promise<readonly ShownSession[]> {
  const { home } = caller.organisation
  if (!(await store.records(home).find(kinds.user, userId))) throw notFound(kinds.user, userId)
  const limits = limitsIn(await readSsoSettings(store, home))
  const sessions = await store.run(sessionsOf, home, userId)
  return sessions.flatMap((session) => {
    const { id, agent, address, method, factor, provider, createdAt, usedAt } = session
    const expiresAt = currentExpiryOf(session, limits)
    const shown = { id, agent, address, method, factor, createdAt, usedAt, expiresAt }
    const isCurrent = id === caller.credential.id
    return expiresAt <= now.toISOString() ? [] : [{ ...shown, providerId: provider?.id ?? null, isCurrent }]
  })
}

/** The caller's own, with what the provider is handed when they sign out, which nobody is shown. */
export async function currentSession(
  store: Store,
  { organisation, actor, credential }: Caller,
): Promise<Session | undefined> {
  const sessions = await store.run(sessionsOf, organisation.home, actor.id ?? '')
  return sessions.find(({ id }) => id === credential.id)
}

interface Ending {
  /** One session; all if absent. */
  readonly only?: string | undefined
  /** Whether the person's tokens are revoked too. */
  readonly revokeTokens?: boolean | undefined
}

/** Ends one of the caller's sessions, or all of them. */
export async function endSessions(
  store: Store,
  caller: Caller,
  { only, revokeTokens: endsTokens = false }: Ending,
): Promise<{ readonly ended: number; readonly tokensLeft: number }> {
  const userId = caller.actor.id ?? ''
  const request = { partitionId: caller.organisation.home, actor: caller.actor, now: () => new Date() }
  return store.write(request, async (change) => {
    const ended = await removeSessions(change, { userId, only })
    if (ended > 0) await change.log('user.signed_out', { kind: kinds.user.name, id: userId }, null, null)
    // Everywhere includes the programs that were signed in.
    if (only === undefined) await endGrants(change, { userId })
    if (endsTokens) await revokeTokens(change, userId)
    return { ended, tokensLeft: await tokensLeft(change, userId) }
  })
}
