import { kinds } from '@svc/model'
import { latestTrue } from '../../store/clock.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { hasSnapshotsAfter, removeSnapshotsAfter } from '../../store/queries/slo-snapshots.ts'
import { idsFrom } from '../ids.ts'
import { system } from '../jobs/follower.ts'

/**
 * Takes away snapshots of times that are yet to come, which a clock that was ahead has stored: they would stand in
 * the place of the true ones, and until then hide the latest ones from whatever looks at those.
 */
export async function forgetSnapshotsAhead(
  store: Store,
  partitionId: PartitionId,
  { slot, now }: { readonly slot: Date; readonly now: () => Date },
): Promise<void> {
  const latest = new Date(latestTrue(slot.toISOString(), quarterHourMs))
  const last = idsFrom(kinds.sloSnapshot.idPrefix, latest)
  if (!(await store.run(hasSnapshotsAfter, partitionId, last))) return
  await store.write({ partitionId, actor: system, now }, async (change) => {
    await change.run(removeSnapshotsAfter, partitionId, last)
    change.touch(kinds.sloSnapshot)
  })
}

const quarterHourMs = 900_000
