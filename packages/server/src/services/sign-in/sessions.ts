import { hash, randomBytes } from 'node:crypto'
import type { Access } from '../../store/access.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { insertSession, type Session } from '../../store/queries/sign-in.ts'
import { newId } from '../ids.ts'

/** A session ends when it is idle for too long, and in any case at its maximum age. */
const maxIdleMs = 14 * 86_400_000
const maxAgeMs = 90 * 86_400_000

const prefix = 'svc_ses_'

export const isSessionSecret = (text: string): boolean => /^svc_ses_[0-9a-f]{64}$/.test(text)

export const sessionDigest = (secret: string): string => hash('sha256', secret)

export interface NewSession {
  readonly secret: string
  readonly session: Session
}

export async function openSession(
  access: Access,
  { homeId, userId, agent, at }: { homeId: PartitionId; userId: string; agent: string | undefined; at: Date },
): Promise<NewSession> {
  const secret = `${prefix}${randomBytes(32).toString('hex')}`
  const now = at.toISOString()
  const session: Session = {
    id: newId('ses', at),
    homeId,
    userId,
    agent: agent?.slice(0, 300) ?? null,
    createdAt: now,
    usedAt: now,
    expiresAt: expiryOf({ createdAt: now }, at),
  }
  await access.run(insertSession, sessionDigest(secret), session)
  return { secret, session }
}

export const expiryOf = ({ createdAt }: Pick<Session, 'createdAt'>, usedAt: Date): string =>
  new Date(Math.min(usedAt.getTime() + maxIdleMs, Date.parse(createdAt) + maxAgeMs)).toISOString()
