import { kinds } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { partitionsWithDeliveries, removeDeliveries } from '../../store/queries/webhooks.ts'
import { newId } from '../ids.ts'
import { system } from '../jobs/follower.ts'

const retentionMs = 30 * 86_400_000
const chunk = 1_000

/** Deletes deliveries older than 30 days, in batches, except those that are still being retried. */
export async function forgetDeliveries(store: Store, now: () => Date): Promise<number> {
  const before = newId(kinds.webhookDelivery.idPrefix, new Date(now().getTime() - retentionMs))
  let total = 0
  for (const partitionId of await store.run(partitionsWithDeliveries)) {
    let removed: number
    do {
      removed = await store.write({ partitionId, actor: system, now }, async (change) => {
        const count = await change.run(removeDeliveries, partitionId, { before, limit: chunk })
        if (count > 0) change.touch(kinds.webhookDelivery)
        return count
      })
      total += removed
    } while (removed === chunk)
  }
  return total
}
