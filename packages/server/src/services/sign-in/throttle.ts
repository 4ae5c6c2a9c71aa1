import { CatalogError } from '@svc/model'
import type { Store } from '../../store/open.ts'
import {
  type AttemptCount,
  clearAttempts,
  lockAttempts,
  readAttempts,
  setAttempts,
  takeBackAttempt,
} from '../../store/queries/sign-in-attempts.ts'

/** After these, each attempt doubles the wait. A whole office may share a network. */
const freeAttempts = { network: 50, other: 5 } as const
const firstWaitMs = 30_000
const maxWaitMs = 15 * 60_000
/** Without another attempt for this long, the count is reset. */
const forgetAfterMs = 4 * maxWaitMs

export interface Attempt {
  /** Where it comes from; undefined if that does not count. */
  readonly network?: string | undefined
  /** Keys that are counted only while the network is not blocked. */
  readonly untrusted: readonly string[]
  /** Keys that are counted even if the network is blocked. */
  readonly trusted: readonly string[]
}

/** The outcome of an attempt for each of its keys: a wait of 0 means that it was counted and may proceed. */
export interface Admission {
  waitOf(key: string): number
  /** Resets the count of what was proved, and takes this attempt back from keys that only guard against guessing. */
  succeeded(proved: readonly string[], takenBack: readonly string[]): Promise<void>
}

export interface Throttle {
  /** Counted before the password is checked, so that concurrent attempts cannot slip through. */
  begin(attempt: Attempt): Promise<Admission>
}

interface Counted {
  readonly before: AttemptCount
  readonly after: AttemptCount
}

/** Counts attempts in the database, shared by all processes and across restarts. */
export function createThrottle(store: Store, now: () => Date): Throttle {
  const waitMs = (stored: AttemptCount | undefined, at: number): number =>
    Math.max(0, msOf(currentCount(stored, at).blockedUntil) - at)

  return {
    async begin({ network, untrusted, trusted }) {
      const at = now().getTime()
      const waits = new Map<string, number>()
      const counted = new Map<string, Counted>()
      const isBlocked = (): boolean => network !== undefined && (waits.get(network) ?? 0) > 0
      // A blocked network costs one read per attempt, whatever it sends.
      if (network !== undefined) waits.set(network, waitMs(await store.run(readAttempts, network), at))
      await store.transaction(async (tx) => {
        const count = async (key: string, freeCount: number): Promise<void> => {
          const before = currentCount(await tx.run(lockAttempts, key), at)
          waits.set(key, waitMs(before, at))
          if (waitMs(before, at) > 0) return
          const after = next(before, freeCount, at)
          await tx.run(setAttempts, key, after)
          counted.set(key, { before, after })
        }
        if (network !== undefined && !isBlocked()) await count(network, freeAttempts.network)
        const open = isBlocked() ? trusted : [...untrusted, ...trusted]
        for (const key of open.toSorted()) await count(key, freeAttempts.other)
      })
      if (network !== undefined && isBlocked())
        for (const key of untrusted) waits.set(key, waits.get(network) ?? 0)
      return {
        waitOf: (key) => waits.get(key) ?? 0,
        succeeded: (proved, takenBack) =>
          store.transaction(async (tx) => {
            for (const key of inOrder([...proved, ...takenBack], network)) {
              const one = counted.get(key)
              if (proved.includes(key)) await tx.run(clearAttempts, key)
              else if (one) await tx.run(takeBackAttempt, key, one)
            }
          }),
      }
    },
  }
}

/** The same order as when they were counted, to avoid deadlocks. */
const inOrder = (keys: readonly string[], network: string | undefined): readonly string[] => [
  ...keys.filter((key) => key === network),
  ...keys.filter((key) => key !== network).toSorted(),
]

/**
 * Ignores waits beyond the maximum: a clock that was ahead wrote them, and they would lock people out for as long.
 */
function currentCount(stored: AttemptCount | undefined, at: number): AttemptCount {
  const isKnown = stored && msOf(stored.forgottenAt) > at && msOf(stored.blockedUntil) <= at + maxWaitMs
  return isKnown ? stored : { count: 0, blockedUntil: '', forgottenAt: '' }
}

function next({ count }: AttemptCount, freeCount: number, at: number): AttemptCount {
  const waitMs = count + 1 < freeCount ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** (count + 1 - freeCount))
  return {
    count: count + 1,
    // Not `at`: another attempt may have looked at the clock a moment before this one, and be taken for too early.
    blockedUntil: waitMs === 0 ? '' : new Date(at + waitMs).toISOString(),
    forgottenAt: new Date(at + waitMs + forgetAfterMs).toISOString(),
  }
}

const msOf = (time: string): number => (time === '' ? 0 : Date.parse(time))

export function tooManyAttempts(waitMs: number): CatalogError {
  const seconds = Math.ceil(waitMs / 1_000)
  return new CatalogError('rate_limited', `Too many attempts: try again in ${inWords(seconds)}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

const inWords = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
