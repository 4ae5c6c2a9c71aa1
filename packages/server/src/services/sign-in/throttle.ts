import { CatalogError } from '@svc/model'

/** So many failures are free; then each doubles the wait. A whole office may share an address. */
const free = { person: 5, device: 5, address: 50 } as const
const firstWaitMs = 1_000
const longestWaitMs = 15 * 60_000
/** After so long without another failure all is forgotten. */
const memoryMs = 4 * longestWaitMs
const maxKept = 20_000

interface Failures {
  readonly count: number
  readonly until: number
}

export interface Throttle {
  /** Refuses who has failed too often; 429 with the time to wait. */
  admit(who: Attempt): void
  failed(who: Attempt): void
  succeeded(who: Attempt): void
}

/** Whom is tried to be, from where, and in which of that person's own browsers, if it is one. */
export interface Attempt {
  readonly person: string
  readonly address: string
  readonly device?: string | undefined
}

/** Who comes from a browser of their own waits for nobody else's failures; many addresses make no more guesses. */
const partsOf = ({ person, address, device }: Attempt) =>
  device === undefined
    ? ([
        [`person ${person.toLowerCase()}`, free.person],
        [`address ${address}`, free.address],
      ] as const)
    : ([[`device ${device}`, free.device]] as const)

/** Counted in this process: several of them let through as many times more, which still is no way to guess. */
export function createThrottle(now: () => Date): Throttle {
  const failures = new Map<string, Failures>()

  const known = (key: string, at: number): Failures | undefined => {
    const found = failures.get(key)
    return found && found.until + memoryMs > at ? found : undefined
  }

  return {
    admit(who) {
      const at = now().getTime()
      const waitMs = Math.max(...partsOf(who).map(([key]) => (known(key, at)?.until ?? 0) - at))
      if (waitMs <= 0) return
      const seconds = Math.ceil(waitMs / 1_000)
      throw new CatalogError('rate_limited', `Too many attempts: try again in ${inWords(seconds)}.`, {
        headers: { 'retry-after': String(seconds) },
      })
    },
    failed(who) {
      const at = now().getTime()
      for (const [key, most] of partsOf(who)) {
        const count = (known(key, at)?.count ?? 0) + 1
        const waitMs = count < most ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (count - most))
        failures.delete(key)
        failures.set(key, { count, until: at + waitMs })
      }
      // The oldest go first; a map keeps the order of its entries.
      for (const key of failures.keys()) {
        if (failures.size <= maxKept) break
        failures.delete(key)
      }
    },
    succeeded(who) {
      for (const [key] of partsOf(who)) {
        const found = failures.get(key)
        // An address is forgiven one attempt only: signing in as oneself is no leave to go on guessing for others.
        if (found && found.count > 1 && key.startsWith('address ')) {
          failures.set(key, { ...found, count: found.count - 1 })
        } else failures.delete(key)
      }
    },
  }
}

const inWords = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
