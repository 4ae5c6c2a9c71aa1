import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../store/open.ts'
import { type JobRun, readJobRuns } from './last-runs.ts'

/** However often it is asked, the database is asked only so often. */
const freshMs = 3_000
/** A database that does not answer must not hold back everything else that is measured. */
const patienceMs = 1_000

/** The last runs as they were a few seconds ago at most; while the database is away, as they were last known. */
export function createWatchedRuns(store: Store, now: () => Date): () => Promise<readonly JobRun[]> {
  let known: readonly JobRun[] = []
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  const ask = async (): Promise<void> => {
    try {
      known = await readJobRuns(store, now())
    } catch {
      // That the database is away is told elsewhere.
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
      await Promise.race([asking, sleep(patienceMs, undefined, { signal: enough.signal }).catch(() => {})])
      enough.abort()
    }
    return known
  }
}
