import { kinds } from '@svc/model'
import { fromRow } from '../../store/codec.ts'
import { tableOf } from '../../store/table.ts'
import { type Context, partitionOf } from '../context.ts'
import { requireProject } from '../projects.ts'
import { type CostEntry, type CostRollup, rollUpCosts, rollupReachesBackTo } from './rollup.ts'

/** Only what can matter is read: entries whose period reaches into the last days, through one index. */
export async function readCosts(ctx: Context, appId: string): Promise<CostRollup> {
  await requireProject(ctx, appId)
  const now = ctx.now()
  const since = rollupReachesBackTo(now).toISOString()
  const rows = await ctx.store.engine.reader.all(
    `select ${tableOf(kinds.costEntry).columns} from cost_entries
     where partition_id = ? and app_id = ?
       and (period_start >= ? or period_end >= ? or (period_start is null and period_end is null and created_at >= ?))`,
    [partitionOf(ctx.caller, kinds.costEntry), appId, since, since, since],
  )
  return rollUpCosts(
    appId,
    rows.map((row) => fromRow(kinds.costEntry, row) as unknown as CostEntry),
    now,
  )
}
