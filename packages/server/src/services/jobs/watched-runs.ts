import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../store/open.ts'
import { type JobRun, readJobRuns } from './last-runs.ts'

/** The database is queried at most this often. */
const freshMs = 3_000
/** A database that does not answer must not delay all other metrics. */
const timeoutMs = 1_000

/** The last runs, at most a few seconds old; while the database is unavailable, as last known. */
export function createWatchedRuns(store: Store, now: () => Date): () => Promise<readonly JobRun[]> {
  let known: readonly JobRun[] = []
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  const ask = async (): Promise<void> => {
    try {
      known = await readJobRuns(store, now())
    } catch {
      // The outage is reported elsewhere.
    } finally {
      asking = undefined
    }
  }
  return async () => {
    if (!asking && performance.now() - askedAt >= freshMs) {
      askedAt = performance.now()
      asking = ask()
    }
    if (asking) {
      const enough = new AbortController()
      await Promise.race([asking, sleep(timeoutMs, undefined, { signal: enough.signal }).catch(() => {})])
      enough.abort()
    }
    return known
  }
}
