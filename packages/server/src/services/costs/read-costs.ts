import { type CostRollup, kinds } from '@svc/model'
import { costsWithin } from '../../store/queries/costs.ts'
import { type Context, partitionOf } from '../context.ts'
import { requireProject } from '../projects.ts'
import { rollUpCosts, rollupReaches } from './rollup.ts'

export async function readCosts(ctx: Context, appId: string): Promise<CostRollup> {
  await requireProject(ctx, appId)
  const [rollup] = await rollupsOf(ctx, [appId])
  if (!rollup) throw new Error(`There is no rollup of ${appId}.`)
  return rollup
}

/** Reads only entries whose period overlaps the days of the rollup. */
export async function rollupsOf(ctx: Context, appIds: readonly string[]): Promise<readonly CostRollup[]> {
  const now = ctx.now()
  const { from, until } = rollupReaches(now)
  const entries = await ctx.store.run(costsWithin, partitionOf(ctx.caller, kinds.costEntry), appIds, {
    from: from.toISOString(),
    until: until.toISOString(),
  })
  return appIds.map((appId) => rollUpCosts(appId, entries.get(appId) ?? [], now))
}
