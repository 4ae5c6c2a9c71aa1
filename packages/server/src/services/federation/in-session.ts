import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { findSession } from '../../store/queries/sign-in.ts'
import type { Caller } from '../context.ts'
import { sessionDigest } from '../sign-in/sessions.ts'
import { Refused } from './refused.ts'

/** Somebody who is signed in goes to a provider: to try it, or to link who they are there. */
export interface InSession {
  readonly does: 'trial' | 'link'
  readonly homeId: PartitionId
  readonly userId: string
  /** Only this session may bring the answer. */
  readonly sessionId: string
}

export const inSessionOf = (
  { organisation, actor, credential }: Caller,
  does: InSession['does'],
): InSession => ({
  ...{ does, homeId: organisation.home, userId: actor.id ?? '' },
  sessionId: credential.id,
})

/** Whoever comes back must still be in the session that left: its secret may have changed meanwhile, its id not. */
export async function requireSameSession(
  store: Store,
  { homeId, userId, sessionId }: InSession,
  { secret, at }: { readonly secret: string | undefined; readonly at: Date },
): Promise<void> {
  const session = secret === undefined ? undefined : await store.run(findSession, sessionDigest(secret))
  const isSame = session?.id === sessionId && session.homeId === homeId && session.userId === userId
  if (!isSame || session.expiresAt <= at.toISOString())
    throw new Refused('invalid_answer', 'The session that this was begun in has ended, or is another one.')
}
