import { CatalogError } from '@svc/model'
import type { Store } from '../../store/open.ts'
import {
  type AttemptCount,
  clearAttempts,
  holdAttempts,
  readAttempts,
  setAttempts,
  takeBackAttempt,
} from '../../store/queries/sign-in-attempts.ts'

/** So many attempts are free; then each doubles the wait. A whole office may share a network. */
const free = { network: 50, other: 5 } as const
const firstWaitMs = 30_000
const longestWaitMs = 15 * 60_000
/** After so long without another attempt all is forgotten. */
const memoryMs = 4 * longestWaitMs

export interface Attempt {
  /** Where it comes from; undefined where that does not count. */
  readonly network?: string | undefined
  /** What is counted only as long as the network may still try. */
  readonly strange: readonly string[]
  /** What is counted whatever its network has done. */
  readonly trusted: readonly string[]
}

/** What became of an attempt on each of its parts: none to wait means that it was counted and may be tried. */
export interface Admission {
  waitOf(key: string): number
  /** Forgets the count of what was proved, and takes this attempt back from what only guards against guesses. */
  succeeded(proved: readonly string[], takenBack: readonly string[]): Promise<void>
}

export interface Throttle {
  /** Counted before the password is looked at, so that many at once cannot slip through together. */
  begin(attempt: Attempt): Promise<Admission>
}

interface Counted {
  readonly before: AttemptCount
  readonly after: AttemptCount
}

/** Counts attempts in the database: in every process the same, and after a restart. */
export function createThrottle(store: Store, now: () => Date): Throttle {
  const waitMs = (stored: AttemptCount | undefined, at: number): number =>
    Math.max(0, msOf(standing(stored, at).blockedUntil) - at)

  return {
    async begin({ network, strange, trusted }) {
      const at = now().getTime()
      const waits = new Map<string, number>()
      const counted = new Map<string, Counted>()
      const isShut = (): boolean => network !== undefined && (waits.get(network) ?? 0) > 0
      // A network that may not try costs one read, whatever it sends and however often.
      if (network !== undefined) waits.set(network, waitMs(await store.run(readAttempts, network), at))
      await store.transaction(async (tx) => {
        const count = async (key: string, most: number): Promise<void> => {
          const before = standing(await tx.run(holdAttempts, key), at)
          waits.set(key, waitMs(before, at))
          if (waitMs(before, at) > 0) return
          const after = next(before, most, at)
          await tx.run(setAttempts, key, after)
          counted.set(key, { before, after })
        }
        if (network !== undefined && !isShut()) await count(network, free.network)
        const open = isShut() ? trusted : [...strange, ...trusted]
        for (const key of open.toSorted()) await count(key, free.other)
      })
      if (network !== undefined && isShut())
        for (const key of strange) waits.set(key, waits.get(network) ?? 0)
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

/** The same as when they were counted: no two transactions wait for each other. */
const inOrder = (keys: readonly string[], network: string | undefined): readonly string[] => [
  ...keys.filter((key) => key === network),
  ...keys.filter((key) => key !== network).toSorted(),
]

/** Longer than the longest wait was written by a clock that ran ahead: it would shut people out for as long. */
function standing(stored: AttemptCount | undefined, at: number): AttemptCount {
  const isKnown = stored && msOf(stored.forgottenAt) > at && msOf(stored.blockedUntil) <= at + longestWaitMs
  return isKnown ? stored : { count: 0, blockedUntil: '', forgottenAt: '' }
}

function next({ count }: AttemptCount, most: number, at: number): AttemptCount {
  const waitMs = count + 1 < most ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (count + 1 - most))
  return {
    count: count + 1,
    blockedUntil: new Date(at + waitMs).toISOString(),
    forgottenAt: new Date(at + waitMs + memoryMs).toISOString(),
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
