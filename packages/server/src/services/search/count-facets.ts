import type { Store } from '../../store/open.ts'
import { countMoreFacets, partitionsToCount } from '../../store/queries/count-facets.ts'
import { startPace } from '../pace.ts'

/** A server that is stopped waits for the run that is under way. */
const shareMs = 10_000

/**
 * Counts what was written by a version of svc that did not, in steps between which others write. Any number of
 * processes may do so at once; what is left when its time is up is for the next run. Returns how many partitions were
 * counted to their end.
 */
export async function countUncountedFacets(store: Store): Promise<number> {
  const partitions = await store.run(partitionsToCount)
  const pace = startPace(shareMs)
  let done = 0
  for (const partitionId of partitions) {
    while (await store.transaction((tx) => tx.run(countMoreFacets, partitionId))) {
      if (pace.isSpent) return done
      await pace.pause()
    }
    done += 1
  }
  return done
}
