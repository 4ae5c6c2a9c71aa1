import type { Store } from '../../store/open.ts'
import { releaseLease, takeLease } from '../../store/queries/progress.ts'

export interface Lease {
  /**
   * Extends it if it has run for a while. `taken`: it was acquired only now, so another process may have sent
   * messages meanwhile, and what was read before is outdated.
   */
  hold(): Promise<'held' | 'taken' | 'elsewhere'>
  release(): Promise<void>
}

export interface LeaseOptions {
  readonly store: Store
  readonly now: () => Date
  readonly name: string
  readonly holder: string
  readonly ms: number
}

/** One process at a time. It is acquired only when there is something to send, and released afterwards. */
export function createLease({ store, now, name, holder, ms }: LeaseOptions): Lease {
  const extendAfterMs = ms / 10
  let heldAt: number | undefined
  return {
    async hold() {
      const startedAt = performance.now()
      const age = heldAt === undefined ? Number.POSITIVE_INFINITY : startedAt - heldAt
      if (age < extendAfterMs) return 'held'
      const at = now()
      const until = new Date(at.getTime() + ms).toISOString()
      const isOurs = await store.transaction((tx) =>
        tx.run(takeLease, { name, holder, at: at.toISOString(), until }),
      )
      heldAt = isOurs ? startedAt : undefined
      if (!isOurs) return 'elsewhere'
      return age < ms ? 'held' : 'taken'
    },
    async release() {
      if (heldAt !== undefined) await store.transaction((tx) => tx.run(releaseLease, name, holder))
    },
  }
}
