import {
  effectiveScopes,
  type Kinds,
  kinds,
  type Mode,
  type Role,
  type Stored,
  tokenScopes,
} from '@svc/model'
import type { Store } from '../../store/open.ts'
import { findOrganisation } from '../../store/queries/organisations.ts'
import { type PartitionId, organisationIdOf } from '../../store/partition-id.ts'
import { factorsOf } from '../../store/queries/second-factors.ts'
import { findSession, noteSessionUse, type Session } from '../../store/queries/sign-in.ts'
import { policyFor } from '../../store/queries/sso-policy.ts'
import type { Caller } from '../context.ts'
import { decidingDomain, doorFor, graceEndOf } from '../sso/enforcement.ts'
import { peopleRevision } from '../identity/people-revision.ts'
import { needsFactor } from './factors/requirement.ts'
import {
  currentExpiryOf,
  expiryOf,
  isSessionSecret,
  limitsIn,
  readSsoSettings,
  sessionDigest,
} from './sessions.ts'
import { signedOut } from './signed-out.ts'

type User = Stored<Kinds['user']>

/** The use of a session is recorded at most this often, and more often where it must not be idle for long. */
const maxUseMs = 5 * 60_000
const usesPerIdleTime = 10

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
  { now, isUse }: { readonly now: Date; readonly isUse: boolean },
): Promise<SessionCaller> {
  const digest = sessionDigest(secret)
  const session = await store.run(findSession, digest)
  if (!session || session.expiresAt <= now.toISOString()) throw signedOut()
  const { homeId } = session
  const people = await peopleRevision(store, homeId)
  const settings = await readSsoSettings(store, homeId)
  const limits = limitsIn(settings)
  const endsAt = currentExpiryOf(session, limits)
  if (endsAt <= now.toISOString()) throw signedOut()
  const organisation = await store.run(findOrganisation, organisationIdOf(homeId))
  const user = (await store.records(homeId).find(kinds.user, session.userId))?.record as User | undefined
  if (!organisation || !user?.isActive) throw signedOut()
  const allowedUntil = await allowedUntilOf(store, session, user)
  if (allowedUntil <= now.getTime()) throw signedOut()
  const useMs = Math.min(maxUseMs, limits.idleMs / usesPerIdleTime)
  if (isUse && now.getTime() - Date.parse(session.usedAt) >= useMs) {
    const use = { usedAt: now.toISOString(), expiresAt: expiryOf(session, now, limits) }
    // Not awaited, as with tokens: a request does not depend on its use being recorded.
    store.transaction((tx) => tx.run(noteSessionUse, digest, use)).catch(() => {})
  }
  const role = user.role ?? 'viewer'
  return {
    homeId,
    people,
    expiresAt: Math.min(Date.parse(endsAt), allowedUntil),
    caller: {
      credential: {
        type: 'session',
        id: session.id,
        authenticatedAt: session.authenticatedAt,
        mustEnrol: await mustEnrol(store, session, { setting: settings?.secondFactor, role }),
      },
      actor: { type: 'user', id: user.id, name: user.displayName ?? user.email },
      organisation,
      mode,
      role,
      scopes: effectiveScopes(tokenScopes, role),
    },
  }
}

/** What was opened by what is no longer allowed lasts as long as the organisation grants. */
async function allowedUntilOf(store: Store, { homeId, method }: Session, user: User): Promise<number> {
  const isOurs = method === 'password' || method === 'link' || method === 'passkey'
  if (!isOurs) return Number.POSITIVE_INFINITY
  const policy = await store.run(policyFor, homeId, decidingDomain(user.email))
  return doorFor(policy, user.id) === 'closed' ? graceEndOf(policy) : Number.POSITIVE_INFINITY
}

/** An identity provider is responsible for the factors of people that it vouches for. */
async function mustEnrol(
  store: Store,
  { homeId, userId, provider }: Session,
  { setting, role }: { readonly setting: unknown; readonly role: Role },
): Promise<boolean> {
  if (provider !== null || !needsFactor(setting, role)) return false
  return (await store.run(factorsOf, { homeId, userId })).length === 0
}
