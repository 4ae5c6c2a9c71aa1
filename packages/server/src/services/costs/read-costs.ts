import { type CostRollup, kinds } from '@svc/model'
import {
  costsWithin,
  earlierCosts,
  hasManyCosts,
  nextCosts,
  type StoredCost,
} from '../../store/queries/costs.ts'
import { type Context, partitionOf } from '../context.ts'
import { requireProject } from '../projects.ts'
import { startPace } from '../pace.ts'
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
  const place = partitionOf(ctx.caller, kinds.costEntry)
  const pace = startPace()
  const rollups = new Map(appIds.map((appId) => [appId, startRollup(appId, now)]))
  const add = async (entries: readonly StoredCost[]): Promise<void> => {
    for (const entry of entries) {
      rollups.get(entry.appId)?.add(entry)
      await pace.pause()
    }
  }
  if (await ctx.store.run(hasManyCosts, place, appIds, days, atOnce))
    // As of one moment: an entry that moves meanwhile must not count twice.
    await ctx.store.snapshot(async (moment) => {
      for (const appId of appIds) {
        await add(await moment.run(earlierCosts, place, appId, days))
        for (let from: string | undefined = days.from; from !== undefined; ) {
          const part: Part = await moment.run(nextCosts, place, appId, { ...days, from, about: atOnce })
          await add(part.entries)
          from = part.next
        }
      }
    })
  else await add(await ctx.store.run(costsWithin, place, appIds, days))
  return [...rollups.values()].map((rollup) => rollup.end())
}

type Part = Awaited<ReturnType<typeof nextCosts>>

/** Entries per query: so few that it takes a few milliseconds. */
const atOnce = 1_000
