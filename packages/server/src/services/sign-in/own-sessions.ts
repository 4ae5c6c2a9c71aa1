import { kinds } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { removeSessions, type Session, sessionsOf } from '../../store/queries/sign-in.ts'
import type { Caller } from '../context.ts'
import { revokeTokens, tokensLeft } from '../identity/own-tokens.ts'

export interface ShownSession extends Omit<Session, 'homeId' | 'userId'> {
  readonly isCurrent: boolean
}

/** Where a person is signed in, newest first. */
export async function ownSessions(store: Store, caller: Caller): Promise<readonly ShownSession[]> {
  const sessions = await store.run(sessionsOf, caller.organisation.home, caller.actor.id ?? '')
  return sessions.map(({ homeId: _, userId: __, ...session }) => ({
    ...session,
    isCurrent: session.id === caller.credential.id,
  }))
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
    if (endsTokens) await revokeTokens(change, userId)
    return { ended, tokensLeft: await tokensLeft(change, userId) }
  })
}
