import type { Store } from '../../store/open.ts'
import { unindexedPartitions } from '../../store/search/backlog.ts'
import { indexNext } from '../../store/search/index-backlog.ts'

/** What others may have to wait for one batch. */
const defaultStepMs = 20
const [minBatch, maxBatch] = [100, 5_000]

/**
 * Indexes what the text index still lacks: the records of a database that is older than it, and those of a loaded
 * archive. It can be interrupted at any time and goes on where it was; writers of the partition wait for one batch.
 */
export async function buildTextIndex(store: Store, stepMs = defaultStepMs): Promise<number> {
  let indexed = 0
  let batch = minBatch
  for (const partitionId of await store.run(unindexedPartitions)) {
    for (let isDone = false; !isDone; ) {
      const startedAt = performance.now()
      const step = await store.transaction((tx) => tx.run(indexNext, partitionId, batch))
      indexed += step.indexed
      isDone = step.isDone
      const tookMs = performance.now() - startedAt
      if (step.indexed === batch) batch = Math.round(within(batch * (stepMs / tookMs), batch))
      // SQLite never waits: whoever came meanwhile is first.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return indexed
}

/** At most twice as many as before, whatever one quick step suggests. */
const within = (wanted: number, before: number): number =>
  Math.max(minBatch, Math.min(maxBatch, 2 * before, wanted))
