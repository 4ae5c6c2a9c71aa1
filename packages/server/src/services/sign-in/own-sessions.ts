import { kinds } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { removeSessions, type Session, sessionsOf } from '../../store/sign-in.ts'
import type { Caller } from '../context.ts'

export interface ShownSession extends Omit<Session, 'homeId' | 'userId'> {
  readonly isCurrent: boolean
}

/** Where a person is signed in, newest first. */
export async function ownSessions(store: Store, caller: Caller): Promise<readonly ShownSession[]> {
  const sessions = await sessionsOf(store.engine.reader, caller.organisation.home, caller.actor.id ?? '')
  return sessions.map(({ homeId: _, userId: __, ...session }) => ({
    ...session,
    isCurrent: session.id === caller.credential.id,
  }))
}

/** Ends one of the caller's sessions, or all of them. */
export async function endSessions(
  store: Store,
  caller: Caller,
  which: { readonly only?: string },
): Promise<number> {
  const who = { homeId: caller.organisation.home, userId: caller.actor.id ?? '' }
  const request = { partitionId: who.homeId, actor: caller.actor, now: () => new Date() }
  return store.write(request, async (change) => {
    const count = await removeSessions(change.sql, { ...who, ...which })
    if (count > 0) await change.log('user.signed_out', { kind: kinds.user.name, id: who.userId }, null, null)
    return count
  })
}
