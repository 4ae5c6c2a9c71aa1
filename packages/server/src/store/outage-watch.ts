import { DatabaseUnavailable, type Trouble } from './unavailable.ts'

/** `version`: everything, because a newer svc has migrated the database. Such an outage does not end. */
export type Way = 'reads' | 'writes' | 'version'

export type OutageNotice =
  | { readonly state: 'began'; readonly way: Way; readonly trouble: Trouble; readonly cause: string }
  | { readonly state: 'ended'; readonly way: Way; readonly seconds: number; readonly failures: number }

export interface OutageWatch {
  failed(way: Way, error: unknown): void
  worked(way: Way): void
  listen(listener: (notice: OutageNotice) => void): void
}

interface Outage {
  readonly since: number
  lastAt: number
  failures: number
}

/** Intermittent trouble is one outage; it does not end with each request that gets through. */
const quietMs = 1_000

/**
 * Reports when the database becomes unavailable and when it is back: two notices per outage, however many requests
 * fail.
 */
export function createOutageWatch(): OutageWatch {
  const outages = new Map<Way, Outage>()
  const listeners: ((notice: OutageNotice) => void)[] = []
  const tell = (notice: OutageNotice): void => {
    for (const listener of listeners) listener(notice)
  }
  return {
    failed(way, error) {
      if (!(error instanceof DatabaseUnavailable) || error.trouble === 'contended') return
      const at = performance.now()
      const outage = outages.get(way)
      if (outage) {
        outage.failures += 1
        outage.lastAt = at
        return
      }
      outages.set(way, { since: at, lastAt: at, failures: 1 })
      tell({ state: 'began', way, trouble: error.trouble, cause: rootOf(error) })
    },
    worked(way) {
      if (outages.size === 0) return
      const outage = outages.get(way)
      const at = performance.now()
      if (!outage || at - outage.lastAt < quietMs) return
      outages.delete(way)
      const seconds = Math.round((at - outage.since) / 100) / 10
      tell({ state: 'ended', way, seconds, failures: outage.failures })
    },
    listen: (listener) => {
      listeners.push(listener)
    },
  }
}

function rootOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message || error.name : rootOf(error.cause)
}
