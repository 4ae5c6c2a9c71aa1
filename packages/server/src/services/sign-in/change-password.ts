import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { endGrants } from '../../store/queries/program-grants.ts'
import { passwordOf, removeResetLinks, removeSessions, setPassword } from '../../store/queries/sign-in.ts'
import { revokeTokens, tokensLeft } from '../identity/own-tokens.ts'
import { writeAs } from './as-person.ts'
import { beginProof } from './attempt.ts'
import { deviceMark } from './device.ts'
import { checkPassword, hashPassword, isPassword } from './password.ts'
import type { Throttle } from './throttle.ts'

interface Dependencies {
  readonly store: Store
  readonly throttle: Throttle
  readonly now: () => Date
}

interface Who {
  readonly homeId: PartitionId
  readonly organisationName: string
  readonly userId: string
  /** Kept; the person's other sessions end. */
  readonly sessionId: string
}

export interface PasswordChange {
  readonly current: string
  readonly next: string
  /** Whether the person's tokens are revoked too, and programs signed out. */
  readonly revokeTokens?: boolean | undefined
}

export async function changePassword(
  { store, throttle, now }: Dependencies,
  { homeId, organisationName, userId, sessionId }: Who,
  { current, next, revokeTokens: endsTokens = false }: PasswordChange,
): Promise<{ readonly device: string; readonly tokensLeft: number }> {
  const user = (await store.records(homeId).find(kinds.user, userId))?.record as
    | Stored<Kinds['user']>
    | undefined
  const hash = await store.run(passwordOf, homeId, userId)
  const proof = await beginProof(throttle, { homeId, userId })
  if (!user || hash === undefined || !(await isPassword(current, hash))) {
    throw new CatalogError('invalid_request', 'current is not your password.', {
      details: [{ path: 'current', message: 'is not your password' }],
    })
  }
  await proof.succeeded([proof.key], [])
  checkPassword(next, { email: user.email ?? '', organisationName }, 'next')
  const made = await hashPassword(next)
  const left = await writeAs({ store, now, homeId, user }, async (change) => {
    await change.run(setPassword, { homeId, userId, hash: made, at: change.at })
    await removeSessions(change, { userId, except: sessionId })
    await change.run(removeResetLinks, homeId, userId)
    if (endsTokens) {
      await revokeTokens(change, userId)
      await endGrants(change, { userId })
    }
    await change.log('user.password_changed', { kind: kinds.user.name, id: userId }, null, null)
    return tokensLeft(change, userId)
  })
  return { device: deviceMark({ userId, passwordHash: made }), tokensLeft: left }
}
