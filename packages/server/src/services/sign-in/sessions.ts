import { hash, randomBytes } from 'node:crypto'
import { type Kinds, kinds, ownSessionLimits, type Stored } from '@svc/model'
import type { Access } from '../../store/access.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { insertSession, type Session } from '../../store/queries/sign-in.ts'
import { newId } from '../ids.ts'

type SsoSettings = Stored<Kinds['ssoSettings']>

/** A session ends when it is idle for too long, and in any case at its maximum age. */
export interface SessionLimits {
  readonly idleMs: number
  readonly maxMs: number
}

const minuteMs = 60_000

const ownLimits: SessionLimits = {
  idleMs: ownSessionLimits.idleMinutes * minuteMs,
  maxMs: ownSessionLimits.maxMinutes * minuteMs,
}

/** Those of an organisation, which can only be shorter than our own. */
export function limitsIn(settings: SsoSettings | undefined): SessionLimits {
  const { sessionIdleMinutes = 0, sessionMaxMinutes = 0 } = settings ?? {}
  return {
    idleMs: sessionIdleMinutes > 0 ? sessionIdleMinutes * minuteMs : ownLimits.idleMs,
    maxMs: sessionMaxMinutes > 0 ? sessionMaxMinutes * minuteMs : ownLimits.maxMs,
  }
}

export async function readSsoSettings(store: Store, homeId: PartitionId): Promise<SsoSettings | undefined> {
  const [stored] = await store.records(homeId).list(kinds.ssoSettings, { where: [], limit: 1 })
  return stored?.record as SsoSettings | undefined
}

const prefix = 'svc_ses_'

export const isSessionSecret = (text: string): boolean => /^svc_ses_[0-9a-f]{64}$/.test(text)

export const sessionDigest = (secret: string): string => hash('sha256', secret)

export const newSessionSecret = (): string => `${prefix}${randomBytes(32).toString('hex')}`

export interface NewSession {
  readonly secret: string
  readonly session: Session
}

/** Who a session is for, from where, and how they proved it. */
export interface Opening extends Pick<Session, 'homeId' | 'userId' | 'method'> {
  readonly agent: string | undefined
  readonly address: string
  readonly at: Date
  readonly provider?: Session['provider']
  /**
   * When the person has proved who they are, where that was elsewhere and before, in milliseconds: a provider lets in
   * at once who has a session there, and must not be a way around confirming that it is still them.
   */
  readonly authenticatedAt?: number | null
  readonly endsAt?: string | null
  readonly factor?: Session['factor']
}

export async function openSession(access: Access, opening: Opening): Promise<NewSession> {
  const { homeId, userId, method, agent, address, at } = opening
  const { provider = null, authenticatedAt = null, endsAt = null, factor = null } = opening
  const secret = newSessionSecret()
  const now = at.toISOString()
  const session: Session = {
    id: newId('ses', at),
    homeId,
    userId,
    agent: agent?.slice(0, 300) ?? null,
    createdAt: now,
    usedAt: now,
    expiresAt: expiryOf({ createdAt: now, endsAt }, at),
    endsAt,
    authenticatedAt: provedBefore(authenticatedAt, at).toISOString(),
    method,
    address,
    provider,
    factor,
  }
  await access.run(insertSession, sessionDigest(secret), session)
  return { secret, session }
}

/** Never later than now, whatever another clock says. */
const provedBefore = (ms: number | null, now: Date): Date =>
  ms !== null && ms >= 0 && ms < now.getTime() ? new Date(ms) : now

/** When it ends if it is not used again. */
export const expiryOf = (
  { createdAt, endsAt }: Pick<Session, 'createdAt' | 'endsAt'>,
  usedAt: Date,
  { idleMs, maxMs }: SessionLimits = ownLimits,
): string =>
  new Date(
    Math.min(usedAt.getTime() + idleMs, latestEndOf({ createdAt, endsAt }, maxMs).getTime()),
  ).toISOString()

/** When it ends however much it is used, if the organisation does not end it before: how long a browser keeps it. */
export const latestEndOf = (
  { createdAt, endsAt }: Pick<Session, 'createdAt' | 'endsAt'>,
  maxMs = ownLimits.maxMs,
): Date =>
  new Date(
    Math.min(Date.parse(createdAt) + maxMs, endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt)),
  )

/** When it ends if it is not used again, under limits that may have changed since it was last used. */
export function currentExpiryOf(session: Session, limits: SessionLimits): string {
  const under = expiryOf(session, new Date(session.usedAt), limits)
  return under < session.expiresAt ? under : session.expiresAt
}
