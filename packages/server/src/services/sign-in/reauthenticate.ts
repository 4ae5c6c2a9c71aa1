import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { factorsOf, type SecondFactor } from '../../store/queries/second-factors.ts'
import {
  findSession,
  passwordOf,
  renewSession,
  type Session,
  type SessionMethod,
} from '../../store/queries/sign-in.ts'
import type { Caller } from '../context.ts'
import type { Sealer } from '../webhooks/sealer.ts'
import { writeAs } from './as-person.ts'
import { beginProof } from './attempt.ts'
import { personOf } from './factors/own-factors.ts'
import type { PasskeyVerdict } from './factors/passkeys.ts'
import { proveByCode, proveByPasskey } from './factors/proof.ts'
import { isPassword } from './password.ts'
import { newSessionSecret, sessionDigest } from './sessions.ts'
import { signedOut } from './signed-out.ts'
import type { Throttle } from './throttle.ts'

interface Dependencies {
  readonly store: Store
  readonly throttle: Throttle
  readonly now: () => Date
  readonly sealer: Sealer
}

/** What somebody can show; any one of them is enough. */
export interface Evidence {
  readonly password?: string | undefined
  readonly code?: string | undefined
  readonly passkey?: PasskeyVerdict | undefined
}

/** With what a person can prove who they are. */
export interface WaysToProve {
  readonly ways: readonly ('password' | SecondFactor)[]
  /** The identity provider that vouched for the session, where they can be sent again. */
  readonly provider: { readonly id: string; readonly protocol: SessionMethod } | null
}

export async function waysToProve(store: Store, caller: Caller, secret: string): Promise<WaysToProve> {
  const { homeId, userId } = personOf(caller)
  const session = await store.run(findSession, sessionDigest(secret))
  const hasPassword = (await store.run(passwordOf, homeId, userId)) !== undefined
  const factors = await store.run(factorsOf, { homeId, userId })
  return {
    ways: [...(hasPassword ? (['password'] as const) : []), ...factors],
    provider: session?.provider ? { id: session.provider.id, protocol: session.method } : null,
  }
}

export interface Renewed {
  readonly secret: string
  readonly session: Session
  readonly authenticatedAt: string
}

/** Gives the session a new secret, so that whoever has copied the old one gains nothing from it. */
export async function reauthenticate(
  { store, throttle, now, sealer }: Dependencies,
  caller: Caller,
  { secret, evidence }: { readonly secret: string; readonly evidence: Evidence },
): Promise<Renewed> {
  const { homeId, userId } = personOf(caller)
  const user = (await store.records(homeId).find(kinds.user, userId))?.record as
    | Stored<Kinds['user']>
    | undefined
  const session = await store.run(findSession, sessionDigest(secret))
  if (!user || !session) throw signedOut()
  const { password, code, passkey } = evidence
  const hash = await store.run(passwordOf, homeId, userId)
  const attempt = await beginProof(throttle, { homeId, userId })
  const isRight = password !== undefined && hash !== undefined && (await isPassword(password, hash))
  const renewed = await writeAs({ store, now, homeId, user }, async (change) => {
    const person = { homeId, userId }
    // What was compared before this change may have been replaced by another one meanwhile.
    const isProved =
      (isRight && (await change.run(passwordOf, homeId, userId)) === hash) ||
      (code !== undefined && (await proveByCode(change, person, { sealer, code })) !== undefined) ||
      (passkey !== undefined && (await proveByPasskey(change, person, passkey)) !== undefined)
    if (!isProved) return undefined
    const next = newSessionSecret()
    const renewal = { from: sessionDigest(secret), to: sessionDigest(next), at: change.at }
    if (!(await change.run(renewSession, renewal))) throw signedOut()
    // Every process drops what it has cached under the old secret.
    change.touch(kinds.user)
    await change.log('user.reauthenticated', { kind: kinds.user.name, id: userId }, null, null)
    return { secret: next, session, authenticatedAt: change.at }
  })
  if (!renewed) throw notProved(evidence)
  await attempt.succeeded([attempt.key], [])
  return renewed
}

function notProved({ password, code }: Evidence): CatalogError {
  const [path, message] =
    password !== undefined
      ? ['password', 'is not your password']
      : code !== undefined
        ? ['code', 'is wrong, or was used before']
        : ['passkey', 'was not accepted']
  return new CatalogError('invalid_request', `${path} ${message}.`, { details: [{ path, message }] })
}
