import type { CostRollup } from '@svc/model'
import type { Context } from '../context.ts'
import { requireProject } from '../projects.ts'
import { readEntries } from './read-entries.ts'
import { rollupReaches, startRollup } from './rollup.ts'

export async function readCosts(ctx: Context, appId: string): Promise<CostRollup> {
  await requireProject(ctx, appId)
  const [rollup] = await rollupsOf(ctx, [appId])
  if (!rollup) throw new Error(`There is no rollup of ${appId}.`)
  return rollup
}

/** Reads only entries whose period overlaps the days of the rollup. */
export async function rollupsOf(ctx: Context, appIds: readonly string[]): Promise<readonly CostRollup[]> {
  const now = ctx.now()
  const reach = rollupReaches(now)
  const days = { from: reach.from.toISOString(), until: reach.until.toISOString() }
  const rollups = new Map(appIds.map((appId) => [appId, startRollup(appId, now)]))
  await readEntries(ctx, appIds, days, (entry) => rollups.get(entry.appId ?? '')?.add(entry))
  return [...rollups.values()].map((rollup) => rollup.end())
}
