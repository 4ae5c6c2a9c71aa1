import { hash } from 'node:crypto'
import type { PartitionId } from '../../store/partition-id.ts'
import { deviceOf } from './device.ts'
import { type Admission, type Throttle, tooManyAttempts } from './throttle.ts'

/** A membership that an address may sign in to with a password. */
export interface Candidate {
  readonly homeId: PartitionId
  readonly userId: string
  readonly passwordHash: string
}

interface Trying {
  readonly email: string
  readonly network: string
  /** The mark that the browser came with. */
  readonly mark: string | undefined
}

export interface SignInAttempt<C extends Candidate> {
  /** The memberships on which the password may be tried. */
  readonly open: readonly C[]
  /** Why nothing came of it, where it was more than a wrong password. */
  readonly tooMany: Error | undefined
  succeeded(fitting: readonly C[]): Promise<void>
}

/**
 * One attempt to sign in, counted for each membership by itself: whoever can prove one membership of an address has
 * proved nothing about its others, which may be somebody else's. So a browser's mark and a success count for their
 * own membership alone.
 *
 * The address itself is counted too, whether anybody has it or not, and no success of any membership sets that back.
 * It only decides how a failure is answered, so the answer says nothing about who is a member where.
 */
export async function beginSignIn<C extends Candidate>(
  throttle: Throttle,
  candidates: readonly C[],
  { email, network, mark }: Trying,
): Promise<SignInAttempt<C>> {
  const places = candidates.map((candidate) => {
    const device = deviceOf(mark, candidate)
    const membership = `${candidate.homeId} ${candidate.userId}`
    const isMarked = device !== undefined
    return { candidate, isMarked, key: isMarked ? `device ${membership} ${device}` : `member ${membership}` }
  })
  const marked = places.find(({ isMarked }) => isMarked)
  const addressKey = `address ${hash('sha256', email.toLowerCase())}`
  const networkKey = `network ${network}`
  const admission = await throttle.begin({
    network: networkKey,
    strange: [addressKey, ...places.filter(({ isMarked }) => !isMarked).map(({ key }) => key)],
    trusted: marked ? [marked.key] : [],
  })
  const open = places.filter(({ key }) => admission.waitOf(key) === 0)
  const isShut = admission.waitOf(networkKey) > 0 && open.length === 0
  const waitMs = admission.waitOf(marked?.key ?? addressKey)
  if (isShut) throw tooManyAttempts(Math.max(waitMs, admission.waitOf(networkKey)))
  return {
    open: open.map(({ candidate }) => candidate),
    tooMany: waitMs > 0 ? tooManyAttempts(waitMs) : undefined,
    succeeded: (fitting) =>
      admission.succeeded(
        open.filter(({ candidate }) => fitting.includes(candidate)).map(({ key }) => key),
        [networkKey, addressKey],
      ),
  }
}

/** One attempt to prove a password again inside a session: strangers cannot make its owner wait. */
export async function beginProof(
  throttle: Throttle,
  { homeId, userId }: Pick<Candidate, 'homeId' | 'userId'>,
): Promise<Pick<Admission, 'succeeded'> & { readonly key: string }> {
  const key = `proof ${homeId} ${userId}`
  const admission = await throttle.begin({ strange: [], trusted: [key] })
  if (admission.waitOf(key) > 0) throw tooManyAttempts(admission.waitOf(key))
  return { key, succeeded: admission.succeeded }
}
