import { hash } from 'node:crypto'
import type { PartitionId } from '../../store/partition-id.ts'
import { deviceOf } from './device.ts'
import { type Admission, type Throttle, tooManyAttempts } from './throttle.ts'

/** A membership that an e-mail address can sign in to with a password. */
export interface Candidate {
  readonly homeId: PartitionId
  readonly userId: string
  readonly passwordHash: string
}

interface SignInRequest {
  readonly email: string
  readonly network: string
  /** The device mark that the browser sent. */
  readonly mark: string | undefined
}

export interface SignInAttempt<C extends Candidate> {
  /** The memberships for which the password may be tried. */
  readonly open: readonly C[]
  /** Why it failed, if it was more than a wrong password. */
  readonly tooMany: Error | undefined
  succeeded(matching: readonly C[]): Promise<void>
}

/**
 * One attempt to sign in, counted for each membership separately: proving one membership of an address proves nothing
 * about the others, which may be somebody else's. So a device mark and a success count only for their own membership.
 *
 * The address itself is counted too, whether or not anybody has it, and no success of any membership resets that. It
 * only decides how a failure is answered, so the answer reveals nothing about who is a member where.
 */
export async function beginSignIn<C extends Candidate>(
  throttle: Throttle,
  candidates: readonly C[],
  { email, network, mark }: SignInRequest,
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
    untrusted: [addressKey, ...places.filter(({ isMarked }) => !isMarked).map(({ key }) => key)],
    trusted: marked ? [marked.key] : [],
  })
  const open = places.filter(({ key }) => admission.waitOf(key) === 0)
  const isBlocked = admission.waitOf(networkKey) > 0 && open.length === 0
  const waitMs = admission.waitOf(marked?.key ?? addressKey)
  if (isBlocked) throw tooManyAttempts(Math.max(waitMs, admission.waitOf(networkKey)))
  return {
    open: open.map(({ candidate }) => candidate),
    tooMany: waitMs > 0 ? tooManyAttempts(waitMs) : undefined,
    succeeded: (matching) =>
      admission.succeeded(
        open.filter(({ candidate }) => matching.includes(candidate)).map(({ key }) => key),
        [networkKey, addressKey],
      ),
  }
}

/** One attempt to confirm a password inside a session: others cannot make its owner wait. */
export async function beginProof(
  throttle: Throttle,
  { homeId, userId }: Pick<Candidate, 'homeId' | 'userId'>,
): Promise<Pick<Admission, 'succeeded'> & { readonly key: string }> {
  const key = `proof ${homeId} ${userId}`
  const admission = await throttle.begin({ untrusted: [], trusted: [key] })
  if (admission.waitOf(key) > 0) throw tooManyAttempts(admission.waitOf(key))
  return { key, succeeded: admission.succeeded }
}

/**
 * One attempt at the second step. Those of browsers that the person has used before are counted apart, so that
 * somebody who knows the password cannot lock them out.
 */
export async function beginSecondStep(
  throttle: Throttle,
  { homeId, userId }: Pick<Candidate, 'homeId' | 'userId'>,
  isMarked: boolean,
): Promise<Pick<Admission, 'succeeded'> & { readonly key: string }> {
  const key = `${isMarked ? 'factor-known' : 'factor'} ${homeId} ${userId}`
  const admission = await throttle.begin({ untrusted: [], trusted: [key] })
  if (admission.waitOf(key) > 0) throw tooManyAttempts(admission.waitOf(key))
  return { key, succeeded: admission.succeeded }
}
