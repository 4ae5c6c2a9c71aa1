import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { Session } from '../../store/queries/sign-in.ts'
import { policyFor } from '../../store/queries/sso-policy.ts'
import type { Caller } from '../context.ts'
import { decidingDomain, doorFor, providerRequired } from '../sso/enforcement.ts'
import { currentSession } from './own-sessions.ts'
import { signedOut } from './signed-out.ts'

/**
 * The session in which somebody gives access that outlasts it, to a program or by a token. It must be one that would be
 * opened today, and not one that only a grace period has left.
 */
export async function decidingSession(store: Store, caller: Caller): Promise<Session> {
  const session = await currentSession(store, caller)
  const { home } = caller.organisation
  const stored = await store.records(home).find(kinds.user, caller.actor.id ?? '')
  const user = stored?.record as Stored<Kinds['user']> | undefined
  if (!session || !user) throw signedOut()
  const isOurs = session.provider === null && session.method !== 'recovery'
  if (isOurs && doorFor(await store.run(policyFor, home, decidingDomain(user.email)), user.id) === 'closed')
    throw providerRequired()
  return session
}
