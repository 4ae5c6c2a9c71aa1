import { effectiveScopes, type Kinds, kinds, type Mode, type Stored, tokenScopes } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { findOrganisation } from '../../store/queries/organisations.ts'
import { type PartitionId, organisationIdOf } from '../../store/partition-id.ts'
import { findSession, noteSessionUse } from '../../store/queries/sign-in.ts'
import type { Caller } from '../context.ts'
import { peopleRevision } from '../identity/people-revision.ts'
import { expiryOf, isSessionSecret, sessionDigest } from './sessions.ts'
import { signedOut } from './signed-out.ts'

type User = Stored<Kinds['user']>

/** The use of a session is recorded at most this often. */
const useMs = 5 * 60_000

interface SessionCredential {
  readonly secret: string
  readonly mode: Mode
}

interface SessionCaller {
  readonly caller: Caller
  readonly homeId: PartitionId
  /** As with every cached credential: read before the member. */
  readonly people: string
  readonly expiresAt: number
}

/** A session has access to both modes: the requested one is appended to its secret. */
export const sessionCredential = ({ secret, mode }: SessionCredential): string => `${secret}.${mode}`

export function readSessionCredential(text: string): SessionCredential | undefined {
  const [secret = '', mode] = text.split('.', 2)
  return isSessionSecret(secret) ? { secret, mode: mode === 'test' ? 'test' : 'live' } : undefined
}

/** In the console people may do what their role allows, as with their own token. */
export async function callerOfSession(
  store: Store,
  { secret, mode }: SessionCredential,
  now: Date,
): Promise<SessionCaller> {
  const digest = sessionDigest(secret)
  const session = await store.run(findSession, digest)
  if (!session || session.expiresAt <= now.toISOString()) throw signedOut()
  const { homeId } = session
  const people = await peopleRevision(store, homeId)
  const organisation = await store.run(findOrganisation, organisationIdOf(homeId))
  const user = (await store.records(homeId).find(kinds.user, session.userId))?.record as User | undefined
  if (!organisation || !user?.isActive) throw signedOut()
  if (now.getTime() - Date.parse(session.usedAt) >= useMs) {
    const use = { usedAt: now.toISOString(), expiresAt: expiryOf(session, now) }
    // Not awaited, as with tokens: a request does not depend on its use being recorded.
    store.transaction((tx) => tx.run(noteSessionUse, digest, use)).catch(() => {})
  }
  const role = user.role ?? 'viewer'
  return {
    homeId,
    people,
    expiresAt: Date.parse(session.expiresAt),
    caller: {
      credential: { type: 'session', id: session.id },
      actor: { type: 'user', id: user.id, name: user.displayName ?? user.email },
      organisation,
      mode,
      role,
      scopes: effectiveScopes(tokenScopes, role),
    },
  }
}
