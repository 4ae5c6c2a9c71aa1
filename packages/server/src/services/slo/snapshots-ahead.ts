import { kinds } from '@svc/model'
import { latestPlausible } from '../../store/clock.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { hasSnapshotsAfter, removeSnapshotsAfter } from '../../store/queries/slo-snapshots.ts'
import { idsFrom } from '../ids.ts'
import { system } from '../jobs/follower.ts'

/**
 * Deletes snapshots with future times, which a clock that was ahead has stored: they would take the place of the real
 * ones, and until then hide the latest ones.
 */
export async function forgetSnapshotsAhead(
  store: Store,
  partitionId: PartitionId,
  { slot, now }: { readonly slot: Date; readonly now: () => Date },
): Promise<void> {
  const latest = new Date(latestPlausible(slot.toISOString(), quarterHourMs))
  const last = idsFrom(kinds.sloSnapshot.idPrefix, latest)
  if (!(await store.run(hasSnapshotsAfter, partitionId, last))) return
  await store.write({ partitionId, actor: system, now }, async (change) => {
    await change.run(removeSnapshotsAfter, partitionId, last)
    change.touch(kinds.sloSnapshot)
  })
}

const quarterHourMs = 900_000
