import { kinds } from '@svc/model'
import { latestTrue } from '../../store/clock.ts'
import type { Store } from '../../store/open.ts'
import { first } from '../../store/sql.ts'
import { idsFrom } from '../ids.ts'
import { system } from '../jobs/follower.ts'

/**
 * Takes away snapshots of times that are yet to come, which a clock that was ahead has stored: they would stand in
 * the place of the true ones, and until then hide the latest ones from whatever looks at those.
 */
export async function forgetSnapshotsAhead(
  { engine, write }: Store,
  partitionId: string,
  { slot, now }: { readonly slot: Date; readonly now: () => Date },
): Promise<void> {
  const latest = new Date(latestTrue(slot.toISOString(), quarterHourMs))
  const place = [partitionId, idsFrom(kinds.sloSnapshot.idPrefix, latest)] as const
  const table = kinds.sloSnapshot.table
  const found = await first(
    engine.reader,
    `select 1 as ahead from ${table} where partition_id = ? and id > ? limit 1`,
    place,
  )
  if (!found) return
  await write({ partitionId, actor: system, now }, async (change) => {
    await change.sql.run(`delete from ${table} where partition_id = ? and id > ?`, place)
    change.touch(kinds.sloSnapshot)
  })
}

const quarterHourMs = 900_000
